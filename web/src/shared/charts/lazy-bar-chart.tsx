import { lazy, Suspense } from 'react';
import styles from './lazy-bar-chart.module.css';

/** The chart loads after the figures are on the screen. */
const BarChart = lazy(async () => ({ default: (await import('./bar-chart')).BarChart }));

export function LazyBarChart(props: React.ComponentProps<typeof BarChart>) {
  return (
    <Suspense fallback={<div className={styles.place} />}>
      <BarChart {...props} />
    </Suspense>
  );
}
