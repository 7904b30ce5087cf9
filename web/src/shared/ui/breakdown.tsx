import { t } from '@lingui/core/macro';
import { percent } from '../format/numbers';
import styles from './breakdown.module.css';
import { Pie } from './pie';

interface BreakdownProps {
  /** Met in percent of demand; above 100 there is a surplus. */
  metPercent: number;
  surplus: boolean;
}

/** The small pie of Met and Not Met, with both percentages in words. */
export function Breakdown({ metPercent, surplus }: BreakdownProps) {
  // A surplus says how far above the demand it is; the pie can only be full.
  const met = surplus ? Math.max(metPercent, 100) : Math.min(Math.max(metPercent, 0), 100);
  return (
    <span className={styles.breakdown}>
      <Pie share={Math.min(met, 100) / 100} surplus={surplus} />
      <span className={styles.words}>
        <span>{t`Met ${percent(met)}%`}</span>
        {surplus ? (
          <span className={styles.surplus}>{t`surplus`}</span>
        ) : (
          <span>{t`Not Met ${percent(100 - met)}%`}</span>
        )}
      </span>
    </span>
  );
}
