import { t } from '@lingui/core/macro';
import { need } from '../format/numbers';
import styles from './need-figure.module.css';

/** What is still to get, in tonnes. Below zero there is more than is needed, and a word says so. */
export function NeedFigure({ tonnes }: { tonnes: number }) {
  if (tonnes >= 0) return need(tonnes);
  return (
    <span className={styles.surplus}>
      {need(tonnes)}
      <span className={styles.word}>{t`surplus`}</span>
    </span>
  );
}
