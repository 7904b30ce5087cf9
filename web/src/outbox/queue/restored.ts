import { type Entry, idBefore, idOf, subjectOf } from './entry';
import type { Kind, Named, Write } from './writes';

/** What a server loses for good with a backup: everything else is a record that the farmer sees and can set again. */
const LASTING: readonly Kind[] = [
  'sow',
  'plan',
  'sow-plan',
  'drop-plan',
  'close',
  'mature',
  'withdraw',
  'undo-closing',
  'undo-withdrawal',
];
/** These record something that gets an id. */
const MAKING: readonly Kind[] = ['sow', 'plan', 'sow-plan'];

/**
 * Returns what changes when a server came back from a backup, in the order in which it was saved: it is offered once
 * more what it may have lost. A key counts once, so that what the backup has stays as it is; what it lacks may get
 * another id, so that those about it name it by its key.
 */
export const offeredAgain = (entries: readonly Entry[]): Entry[] =>
  entries.flatMap((entry): Entry[] => {
    const { state } = entry;
    const write = byKey(entry.write, entries);
    switch (state.name) {
      case 'answered':
        if (!LASTING.includes(write.kind)) return [];
        return [{ ...entry, write, state: { name: 'waiting', before: state } }];
      case 'waiting':
        return [{ ...entry, write, state: { ...state, restored: (state.restored ?? 0) + 1 } }];
      case 'set-aside':
        return [];
      default:
        return [{ ...entry, write }];
    }
  });

/** Returns the write with the key and the id of what it is about, if the phone has recorded that: its id may change. */
export function byKey(write: Write, entries: readonly Entry[]): Write {
  const subject = subjectOf(write);
  if (!subject) return write;
  const isIt = (one: Entry) =>
    subject.key === undefined
      ? MAKING.includes(one.write.kind) && [idOf(one), idBefore(one)].includes(subject.id)
      : subject.key === one.key;
  const made = entries.find(isIt);
  if (!made) return write;
  const named: Named = { key: made.key, id: idOf(made) ?? subject.id };
  const { body } = write;
  return {
    ...write,
    body: 'sowing' in body ? { ...body, sowing: named } : { ...body, plan: named },
  } as Write;
}
