import { withMessages } from '@/shared/i18n/language';
import { lazyPart } from '@/shared/ui/lazy-part';
import styles from './later-needs.module.css';

/** The open needs, in a chunk of their own. */
export const OpenNeeds = lazyPart(
  async () => (await withMessages('advice', () => import('./open-needs-panel'))).OpenNeeds,
  { meanwhile: <div className={styles.needs} />, afterFailure: () => null },
);

/** What a state could grow more of, which names it. */
export const StateNeeds = lazyPart(
  async () =>
    (await withMessages('regions', () => withMessages('advice', () => import('./state-needs-panel'))))
      .StateNeeds,
);
