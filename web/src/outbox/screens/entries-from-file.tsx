import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { outbox } from '@/outbox/queue/browser-outbox';
import { entriesIn, type FileFault } from '@/outbox/queue/entries-file';
import { farmerOf } from '@/shared/api/query-client';
import { useWrite } from '@/shared/query/use-write';
import { Disclosure } from '@/shared/ui/disclosure';
import { ErrorMessage } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import styles from './unsent.module.css';

/** Takes the entries of a file that was made at a sign-out, perhaps on another phone. */
export const EntriesFromFile = () => (
  <Disclosure label={t`I have entries in a file`}>{() => <FileChoice />}</Disclosure>
);

function FileChoice() {
  const farmer = farmerOf(useQueryClient()) ?? '';
  const { succeed } = useNotices();
  const [fault, setFault] = useState<FileFault | null>(null);
  const take = useWrite({
    mutationFn: async (file: File) => {
      const entries = entriesIn(await file.text(), farmer);
      if (typeof entries === 'string') return setFault(entries);
      setFault(null);
      const count = await outbox.takeIn(farmer, entries);
      succeed(
        plural(count, {
          one: '# entry was taken from the file.',
          other: '# entries were taken from the file.',
        }),
      );
    },
    onError: () => setFault('unreadable'),
  });
  return (
    <div className={styles.file}>
      <label>
        <span>{t`File that Grow made when you signed out`}</span>
        <input
          type="file"
          accept="application/json,.json"
          disabled={take.isPending}
          onChange={({ currentTarget: { files } }) => files?.[0] && take.mutate(files[0])}
        />
      </label>
      {fault && <ErrorMessage>{faultSentence(fault)}</ErrorMessage>}
    </div>
  );
}

const faultSentence = (fault: FileFault) =>
  fault === 'another-farmer'
    ? t`These are entries of another farmer. Sign in as that farmer to send them.`
    : t`This is no file of entries from Grow. Choose another one.`;
