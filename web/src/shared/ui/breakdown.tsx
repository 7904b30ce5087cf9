import { t } from '@lingui/core/macro';
import { percent } from '../format/numbers';
import styles from './breakdown.module.css';
import { Pie } from './pie';

interface BreakdownProps {
  /** Met as a percentage of demand; above 100 there is a surplus. */
  metPercent: number;
  surplus: boolean;
}

/** Renders a small pie of met and not met, with both percentages as text. */
export function Breakdown({ metPercent, surplus }: BreakdownProps) {
  // The text of a surplus shows more than 100 %; the pie is at most full.
  const met = surplus ? Math.max(metPercent, 100) : Math.min(Math.max(metPercent, 0), 100);
  const [metShown, notMet] = [percent(met), percent(100 - met)];
  return (
    <span className={styles.breakdown}>
      <Pie share={Math.min(met, 100) / 100} surplus={surplus} />
      <span className={styles.words}>
        <span>{t`Met ${metShown}%`}</span>
        {surplus ? (
          <span className={styles.surplus}>{t`surplus`}</span>
        ) : (
          <span>{t`Not Met ${notMet}%`}</span>
        )}
      </span>
    </span>
  );
}
