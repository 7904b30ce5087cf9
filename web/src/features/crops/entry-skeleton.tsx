import { t } from '@lingui/core/macro';
import { Panel } from '@/shared/ui/panel';
import styles from './entry.module.css';

const LINES = ['title', 'long', 'long', 'short'];

export const EntrySkeleton = () => (
  <div role="status" className={styles.skeleton}>
    <p className="visually-hidden">{t`Loading...`}</p>
    {['first', 'second'].map((panel) => (
      <Panel key={panel}>
        <div aria-hidden="true" className={styles.lines}>
          {LINES.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change.
            <div key={index} data-line={line} />
          ))}
        </div>
      </Panel>
    ))}
  </div>
);
