import type { CSSProperties } from 'react';
import { percent } from '@/shared/format/numbers';
import styles from './met-chart.module.css';

interface Row {
  crop: string;
  name: string;
  /** Another name, which stands quietly beside it. */
  beside?: string | undefined;
  /** Met as a percentage of demand; null where no demand of its own is known. */
  met_percent: number | null;
  /** Whether what is above 100 is more than the figure may be off. */
  surplus: boolean;
}

interface MetChartProps {
  rows: readonly Row[];
  /** One sentence for screen readers. */
  label: string;
  series: { met: string; notMet: string; surplus: string };
  /** Shown instead of a bar where no demand of its own is known. */
  unknown: string;
  note: string;
}

/** Bars end here. The figure beside a longer one is exact. */
const LONGEST_PERCENT = 200;

/** Renders one bar for each crop that is full at 100 %, so that gaps are visible whatever the crop's size. */
export function MetChart({ rows, label, series, unknown, note }: MetChartProps) {
  const scale = Math.max(100, ...rows.map((row) => Math.min(row.met_percent ?? 0, LONGEST_PERCENT)));
  return (
    <div className={styles.frame} style={{ '--full': 100 / scale } as CSSProperties}>
      <ul className="legend">
        <li data-part="met">{series.met}</li>
        <li data-part="not-met">{series.notMet}</li>
        <li data-part="surplus">{series.surplus}</li>
      </ul>
      <div role="img" aria-label={label} className={styles.chart}>
        {rows.map(({ crop, name, beside, met_percent, surplus }) => (
          <div key={crop} className={styles.crop}>
            <span className={styles.name} data-beside={beside}>
              {name}
            </span>
            {met_percent === null ? (
              <span className={styles.unknown}>{unknown}</span>
            ) : (
              <>
                <span className={styles.percent}>{`${percent(met_percent)}%`}</span>
                <Bar share={surplus ? met_percent : Math.min(met_percent, 100)} scale={scale} />
              </>
            )}
          </div>
        ))}
      </div>
      <p className="soft">{note}</p>
    </div>
  );
}

function Bar({ share, scale }: { share: number; scale: number }) {
  const met = Math.min(Math.max(share, 0), 100) / scale;
  const surplus = Math.min(Math.max(share - 100, 0), scale - 100) / scale;
  return (
    <span
      className={styles.bar}
      style={{ '--met-length': met, '--surplus-length': surplus } as CSSProperties}
    >
      <span data-part="met" />
      <span data-part="surplus" />
    </span>
  );
}
