import { Fragment, type ReactNode, useState } from 'react';
import { useRecord } from '@/outbox/queue/use-record';
import type { FarmerRecord } from '@/shared/api/record';
import { Loaded } from '@/shared/query/loaded';
import styles from './record-form.module.css';

/**
 * Waits for the saved record, so that a form starts with the saved values and does not overwrite them with
 * blanks. What the phone knew may be older than what the server answers then: until the farmer does something,
 * the form starts again with a newer record.
 */
export const WithRecord = ({ children }: { children: (record: FarmerRecord) => ReactNode }) => {
  const query = useRecord();
  const [begunWith, setBegunWith] = useState<number>();
  const begin = () => setBegunWith((revision) => revision ?? query.data?.revision);
  return (
    <Loaded query={query}>
      {(record) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: it hears of what is done to what it holds
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys click and write as well
        <div className={styles.whole} onInput={begin} onClick={begin} onSubmit={begin}>
          <Fragment key={begunWith ?? record.revision}>{children(record)}</Fragment>
        </div>
      )}
    </Loaded>
  );
};
