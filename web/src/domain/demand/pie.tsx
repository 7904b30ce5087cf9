import styles from './pie.module.css';

interface PieProps {
  /** Share from 0 to 1. */
  share: number;
  surplus: boolean;
}

/** Renders met against not met. Decorative: the same is beside it as text. */
export function Pie({ share, surplus }: PieProps) {
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
