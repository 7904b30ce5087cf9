import { withMessages } from '@/shared/i18n/language';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Panel } from '@/shared/ui/panel';
import styles from './later-parts.module.css';

const place = (
  <Panel>
    <div className={styles.calendar} />
  </Panel>
);

/** When a crop is sown and comes to market, in a chunk of its own. */
export const CropCalendar = lazyPart(
  async () => (await withMessages('advice', () => import('./crop-calendar'))).CropCalendarPanel,
  { meanwhile: place },
);
