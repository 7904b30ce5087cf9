import { t } from '@lingui/core/macro';
import { foregroundKeys } from '@/outbox/queue/browser-outbox';
import { over, useEntries } from '@/outbox/queue/entries';
import { type Entry, idOf, subjectOf } from '@/outbox/queue/entry';
import { madeBy } from '@/outbox/queue/turn';
import { describeWrite } from './write-words';

/**
 * Returns the last write about each sowing and plan, by its id, that a list which was read at this time does not have
 * yet.
 */
export function usePending(readAt: number): ReadonlyMap<string, Entry> {
  // An awaited write is left out: replacing its row would close the dialog.
  const entries = useEntries().filter(({ key }) => !foregroundKeys.has(key));
  return pendingIn(entries, readAt);
}

const pendingIn = (entries: readonly Entry[], readAt: number): ReadonlyMap<string, Entry> =>
  new Map(
    over(entries, readAt).flatMap((entry) => {
      const subject = subjectOf(entry.write);
      const made = madeBy(entry.write, entries);
      const id = (made && idOf(made)) ?? subject?.id;
      return id === undefined ? [] : [[id, entry] as const];
    }),
  );

export function PendingNote({ entry, crop }: { entry: Entry; crop: string }) {
  const said = describeWrite(entry, crop);
  return <p>{entry.state.name === 'waiting' ? t`${said}. Not sent yet.` : said}</p>;
}
