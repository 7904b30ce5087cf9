import { t } from '@lingui/core/macro';
import styles from './spinner.module.css';

export const Loading = ({ label }: { label?: string }) => (
  <div className={styles.block} role="status">
    <div className={styles.spinner} />
    <p>{label ?? t`Loading...`}</p>
  </div>
);

/** Covers the whole screen while the session is unknown. */
export const LoadingOverlay = () => (
  <div className={styles.overlay} role="status">
    <div className={styles.spinner} />
    <p>{t`Loading, please wait...`}</p>
  </div>
);
