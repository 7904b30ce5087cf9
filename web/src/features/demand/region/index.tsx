import { withMessages } from '@/shared/i18n/language';
import { lazyPart, partFailure } from '@/shared/ui/lazy-part';
import { Panel } from '@/shared/ui/panel';
import styles from './region.module.css';

/** Choice of regions, and what is done with their figures, in a lazy chunk. The figures of India render without it. */
export const RegionBar = lazyPart(
  async () => (await withMessages('regions', () => import('./region-bar'))).RegionBar,
  {
    meanwhile: <div className={styles.bar} />,
    afterFailure: (failure) => <Panel>{partFailure(failure)}</Panel>,
  },
);
