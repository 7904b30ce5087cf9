import { t } from '@lingui/core/macro';
import styles from './spinner.module.css';

export function Loading({ label }: { label?: string }) {
  return (
    <div className={styles.block} role="status">
      <div className={styles.spinner} />
      <p>{label ?? t`Loading...`}</p>
    </div>
  );
}

/** Covers the whole screen while the session is unknown. */
export function LoadingOverlay() {
  return (
    <div className={styles.overlay} role="status">
      <div className={styles.spinner} />
      <p>{t`Loading, please wait...`}</p>
    </div>
  );
}
