import { t } from '@lingui/core/macro';
import styles from './spinner.module.css';

/** The place of something that is still loading. */
export function Loading({ label }: { label?: string }) {
  return (
    <div className={styles.block} role="status">
      <div className={styles.spinner} />
      <p>{label ?? t`Loading...`}</p>
    </div>
  );
}

/** Covers the whole screen while it is not yet known who is signed in. */
export function LoadingOverlay() {
  return (
    <div className={styles.overlay} role="status">
      <div className={styles.spinner} />
      <p>{t`Loading, please wait...`}</p>
    </div>
  );
}
