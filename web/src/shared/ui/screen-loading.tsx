import { Panel } from './panel';
import styles from './screen-loading.module.css';
import { Loading } from './spinner';

/** Stands in place of a screen while it loads, and as high as the window, so that nothing below it moves. */
export const ScreenLoading = () => (
  <Panel>
    <div className={styles.whole}>
      <Loading />
    </div>
  </Panel>
);
