import { lazyPart, partFailure } from '@/shared/ui/lazy-part';
import { Panel } from '@/shared/ui/panel';
import styles from './region.module.css';

/** The choice of a region and what is said about it: the figures of India do not wait for them. */
export const RegionBar = lazyPart(async () => (await import('./parts')).RegionBar, {
  meanwhile: <div className={styles.bar} />,
  afterFailure: (failure) => <Panel>{partFailure(failure)}</Panel>,
});

export const BasisNote = lazyPart(async () => (await import('./parts')).BasisNote);
