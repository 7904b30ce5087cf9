import { lazy, Suspense } from 'react';
import styles from './lazy.module.css';

/** All drawings share one chunk that loads after the figures are on the screen. */
const loadCharts = () => import('./index');

const Pie = lazy(async () => ({ default: (await loadCharts()).Pie }));
const BarChart = lazy(async () => ({ default: (await loadCharts()).BarChart }));

export function LazyPie(props: React.ComponentProps<typeof Pie>) {
  return (
    <Suspense fallback={<span className={styles.pie} />}>
      <Pie {...props} />
    </Suspense>
  );
}

export function LazyBarChart(props: React.ComponentProps<typeof BarChart>) {
  return (
    <Suspense fallback={<div className={styles.chart} />}>
      <BarChart {...props} />
    </Suspense>
  );
}
