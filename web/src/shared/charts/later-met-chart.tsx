import { lazyPart } from '../ui/lazy-part';
import styles from './later-met-chart.module.css';

/** Loads the chart lazily, after the figures. */
export const LaterMetChart = lazyPart(async () => (await import('./met-chart')).MetChart, {
  meanwhile: <div className={styles.place} />,
});
