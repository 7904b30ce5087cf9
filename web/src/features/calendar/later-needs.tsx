import { forAdvice } from '@/shared/i18n/language';
import { lazyPart } from '@/shared/ui/lazy-part';
import styles from './later-needs.module.css';

/** The largest open needs, in a chunk of their own. */
export const OpenNeeds = lazyPart(
  async () => (await forAdvice(() => import('./open-needs-panel'))).OpenNeeds,
  { meanwhile: <div className={styles.needs} />, afterFailure: () => null },
);
