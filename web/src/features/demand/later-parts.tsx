import { withMessages } from '@/shared/i18n/language';
import { lazyPart } from '@/shared/ui/lazy-part';
import styles from './later-parts.module.css';

/** What stands around the figures comes after them, in a chunk of its own. Each part reserves its space. */
const load = () => withMessages('figures', () => import('./parts'));

const nothing = () => null;

export const FigureNotes = lazyPart(async () => (await load()).FigureNotes, {
  meanwhile: <div className={styles.notes} />,
  afterFailure: nothing,
});

/** Tells of a failure for all parts. */
export const DemandChart = lazyPart(async () => (await load()).DemandChart, {
  meanwhile: <div className={styles.bars} />,
});

export const More = lazyPart(async () => (await load()).More, { afterFailure: nothing });
