import { withMessages } from '@/shared/i18n/language';
import { lazyPart } from '@/shared/ui/lazy-part';
import styles from './advice-panel.module.css';

/** The three lines about what to sow now, in a chunk of their own. Without them, the footer leads to the advice. */
export const AdvicePanel = lazyPart(
  async () => (await withMessages('advice', () => import('./advice-panel'))).AdvicePanel,
  { meanwhile: <div className={styles.place} />, afterFailure: () => null },
);
