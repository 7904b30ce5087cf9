import type { CSSProperties } from 'react';
import { compact } from '@/shared/format/lakhs';
import styles from './bar-chart.module.css';

interface Row {
  crop: string;
  name: string;
  /** Another name, which stands quietly beside it. */
  beside?: string | undefined;
  demand_tonnes: number;
  met_tonnes: number;
}

interface BarChartProps {
  rows: readonly Row[];
  /** One sentence for screen readers. */
  label: string;
  series: { demand: string; met: string };
  note: string;
}

const SERIES = ['demand', 'met'] as const;
const FIGURE = { demand: 'demand_tonnes', met: 'met_tonnes' } as const;

/**
 * Renders two horizontal bars for each crop, so that sixteen names are readable on a phone. The length is the
 * square root of the figure: sugarcane is a thousand times horse gram, so on a linear scale most crops would
 * be invisible.
 */
export function BarChart({ rows, label, series, note }: BarChartProps) {
  const largest = Math.max(1, ...rows.flatMap((row) => [row.demand_tonnes, row.met_tonnes]));
  const length = (tonnes: number) => Math.sqrt(Math.max(0, tonnes) / largest).toFixed(4);
  return (
    <div className={styles.frame}>
      <ul className="legend">
        {SERIES.map((which) => (
          <li key={which} data-series={which}>
            {series[which]}
          </li>
        ))}
      </ul>
      <div role="img" aria-label={label} className={styles.chart}>
        {rows.map((row) => (
          <div key={row.crop} className={styles.crop}>
            <span className={styles.name} data-beside={row.beside}>
              {row.name}
            </span>
            {SERIES.map((which) => (
              <span
                key={which}
                className={styles.bar}
                data-series={which}
                style={{ '--length': length(row[FIGURE[which]]) } as CSSProperties}
              >
                {compact(row[FIGURE[which]])}
              </span>
            ))}
          </div>
        ))}
      </div>
      <p className="soft">{note}</p>
    </div>
  );
}
