import type { CSSProperties } from 'react';
import { compactTonnes } from '@/shared/format/lakhs';
import styles from './arrivals-chart.module.css';

export interface ArrivalsBar {
  key: string;
  usual_tonnes: number;
  this_year_tonnes: number;
  /** Name of the month that begins here; empty for its other parts. */
  month: string;
  /** Its name stays where twelve do not fit. */
  isThird: boolean;
}

interface ArrivalsChartProps {
  bars: readonly ArrivalsBar[];
  /** One sentence for screen readers. */
  label: string;
  series: { usual: string; thisYear: string };
}

/** Renders the arrivals of a year in parts of ten days: a wide bar for a usual year, a narrow one before it for this. */
export function ArrivalsChart({ bars, label, series }: ArrivalsChartProps) {
  const largest = Math.max(1, ...bars.flatMap((bar) => [bar.usual_tonnes, bar.this_year_tonnes]));
  const height = (tonnes: number) => (Math.max(0, tonnes) / largest).toFixed(4);
  return (
    <div className={styles.frame}>
      <ul className="legend">
        <li data-series="usual">{series.usual}</li>
        <li data-series="this-year">{series.thisYear}</li>
      </ul>
      <div role="img" aria-label={label} className={styles.chart}>
        <span className={styles.most}>{compactTonnes(largest)}</span>
        <div className={styles.bars}>
          {bars.map((bar) => (
            <span
              key={bar.key}
              className={styles.bin}
              data-begins={bar.month !== ''}
              data-third={bar.isThird}
              style={
                {
                  '--usual': height(bar.usual_tonnes),
                  '--this-year': height(bar.this_year_tonnes),
                } as CSSProperties
              }
            >
              {bar.month && <span className={styles.month}>{bar.month}</span>}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}
