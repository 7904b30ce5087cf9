import { t } from '@lingui/core/macro';
import { percent } from '@/shared/format/numbers';
import styles from './breakdown.module.css';

interface BreakdownProps {
  /** Met as a percentage of demand. */
  metPercent: number;
  /** Whether it is above 100 by more than the figure may be off. */
  surplus: boolean;
}

export function Breakdown({ metPercent, surplus }: BreakdownProps) {
  // The text shows more than 100 %; the pie is at most full.
  const share = Math.min(Math.max(metPercent, 0), 100);
  const [metShown, notMet] = [percent(Math.max(metPercent, 0)), percent(100 - share)];
  return (
    <span className={styles.breakdown}>
      <Pie share={share / 100} surplus={surplus} />
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

interface PieProps {
  /** Share from 0 to 1. */
  share: number;
  surplus: boolean;
}

/** Renders met against not met. Decorative: the same is beside it as text. */
function Pie({ share, surplus }: PieProps) {
  const met = Math.min(Math.max(share, 0), 1);
  return (
    <svg viewBox="0 0 40 40" className={styles.pie} aria-hidden="true">
      {/* A slice is a stroke as wide as the radius, along part of the circle. */}
      <circle
        cx="20"
        cy="20"
        r="10"
        className={surplus ? styles.surplus : styles.met}
        pathLength="1"
        strokeDasharray={`${met} 1`}
      />
    </svg>
  );
}
