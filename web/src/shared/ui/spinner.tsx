import { t } from '@lingui/core/macro';
import { Panel } from './panel';
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

/** Stands in place of a screen while it loads, and as high as the window, so that nothing below it moves. */
export const ScreenLoading = () => (
  <Panel>
    <div className={styles.whole}>
      <Loading />
    </div>
  </Panel>
);
