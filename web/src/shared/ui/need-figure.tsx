import { t } from '@lingui/core/macro';
import { need } from '../format/numbers';
import styles from './need-figure.module.css';

/** Renders the need in tonnes. A negative need is a surplus, which a word tells. */
export function NeedFigure({ tonnes }: { tonnes: number }) {
  if (tonnes >= 0) return need(tonnes);
  return (
    <span className={styles.surplus}>
      {need(tonnes)}
      <span className={styles.word}>{t`surplus`}</span>
    </span>
  );
}
