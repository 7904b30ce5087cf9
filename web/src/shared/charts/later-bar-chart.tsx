import { lazyPart } from '../ui/lazy-part';
import styles from './later-bar-chart.module.css';

/** Loads the chart lazily, after the figures. */
export const LaterBarChart = lazyPart(async () => (await import('./bar-chart')).BarChart, {
  meanwhile: <div className={styles.place} />,
});
