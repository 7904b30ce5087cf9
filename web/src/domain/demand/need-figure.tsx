import { t } from '@lingui/core/macro';
import { need } from '@/shared/format/numbers';
import styles from './need-figure.module.css';

interface NeedFigureProps {
  tonnes: number;
  /** Whether it is below 0 by more than the figure may be off. */
  surplus: boolean;
}

/** Renders the need in tonnes. A word tells a surplus. */
export function NeedFigure({ tonnes, surplus }: NeedFigureProps) {
  const figure = <span>{need(tonnes)}</span>;
  if (!surplus) return figure;
  return (
    <span className={styles.surplus}>
      {figure}
      <span className={styles.word}>{t`surplus`}</span>
    </span>
  );
}
