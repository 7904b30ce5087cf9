import { withMessages } from '@/shared/i18n/language';
import { lazyPart, partFailure } from '@/shared/ui/lazy-part';
import { Panel } from '@/shared/ui/panel';
import styles from './later-parts.module.css';

/** What stands around the figures comes after them, in a chunk of its own. Each part reserves its space. */
const load = () => withMessages('figures', () => import('./parts'));

/** Tells of a failure for all parts. */
export const SummaryNote = lazyPart(async () => (await load()).SummaryNote, {
  meanwhile: <div className={styles.button} />,
});

const nothing = () => null;

export const DemandChart = lazyPart(async () => (await load()).DemandChart, {
  meanwhile: <div className={styles.bars} />,
});

export const GapPanel = lazyPart(async () => (await load()).GapPanel, {
  meanwhile: <div className={styles.chart} />,
  afterFailure: (failure) => <Panel>{partFailure(failure)}</Panel>,
});

export const CropNote = lazyPart(async () => (await load()).CropNote, {
  meanwhile: <div className={styles.note} />,
  afterFailure: nothing,
});

export const TableNote = lazyPart(async () => (await load()).TableNote, { afterFailure: nothing });
export const MapPanel = lazyPart(async () => (await load()).MapPanel, { afterFailure: nothing });
