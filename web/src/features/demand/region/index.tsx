import { lazyPart, partFailure } from '@/shared/ui/lazy-part';
import { Panel } from '@/shared/ui/panel';
import styles from './region.module.css';

/** Region choice and notes in a lazy chunk. The figures of India render without it. */
export const RegionBar = lazyPart(async () => (await import('./parts')).RegionBar, {
  meanwhile: <div className={styles.bar} />,
  afterFailure: (failure) => <Panel>{partFailure(failure)}</Panel>,
});

export const BasisNote = lazyPart(async () => (await import('./parts')).BasisNote);
