import { arc } from 'd3-shape';
import { useId } from 'react';
import styles from './pie.module.css';

const RADIUS = 20;
const TURN = 2 * Math.PI;
const slice = arc<{ from: number; to: number }>()
  .innerRadius(0)
  .outerRadius(RADIUS - 0.5)
  .startAngle((part) => part.from * TURN)
  .endAngle((part) => part.to * TURN);

interface PieProps {
  /** Share from 0 to 1. */
  share: number;
  surplus: boolean;
}

/** Met against not met. The words stand beside it, so the drawing itself is decoration. */
export function Pie({ share, surplus }: PieProps) {
  const hatch = useId();
  const met = Math.min(Math.max(share, 0), 1);
  return (
    <svg viewBox="-20 -20 40 40" className={styles.pie} aria-hidden="true">
      <defs>
        <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="5" height="5" className={styles.notMet} />
          <path d="M0 0V5" className={styles.hatch} />
        </pattern>
      </defs>
      {met < 1 && <path d={slice({ from: met, to: 1 }) ?? ''} fill={`url(#${hatch})`} />}
      {met > 0 && (
        <path d={slice({ from: 0, to: met }) ?? ''} className={surplus ? styles.surplus : styles.met} />
      )}
      <circle r={RADIUS - 0.5} className={styles.rim} />
    </svg>
  );
}
