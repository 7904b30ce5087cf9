import { t } from '@lingui/core/macro';
import styles from './record-lines.module.css';

interface RecordLinesProps {
  lines: readonly { label: string; value: string; href?: string }[];
}

export const RecordLines = ({ lines }: RecordLinesProps) => (
  <dl className={styles.record}>
    {lines.map(({ label, value, href }) => (
      <div key={label} className={styles.line}>
        <dt>{label}</dt>
        <dd>{href ? <a href={href}>{value}</a> : value || t`not given yet`}</dd>
      </div>
    ))}
  </dl>
);
