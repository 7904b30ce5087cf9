import { type Entry, idOf } from './entry';
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
 * Returns what a server that came back from a backup is offered once more, in the order in which it was saved. A key
 * counts once, so that what the backup has stays as it is; what it lacks may get another id, so that those about it
 * name it by its key.
 */
export function offeredAgain(entries: readonly Entry[]): Entry[] {
  const keys = new Map(
    entries.flatMap((entry) => {
      const id = MAKING.includes(entry.write.kind) ? idOf(entry) : undefined;
      return id === undefined ? [] : [[id, entry.key] as const];
    }),
  );
  return entries.flatMap((entry) => {
    const { state, write } = entry;
    if (state.name !== 'answered' || !LASTING.includes(write.kind)) return [];
    return { ...entry, write: byKey(write, keys), state: { name: 'waiting', before: state } };
  });
}

function byKey(write: Write, keys: ReadonlyMap<string, string>): Write {
  const named = (name: Named): Named => {
    const key = 'id' in name ? keys.get(name.id) : undefined;
    return key === undefined ? name : { key };
  };
  const { body } = write;
  if ('sowing' in body) return { ...write, body: { ...body, sowing: named(body.sowing) } } as Write;
  return 'plan' in body ? ({ ...write, body: { ...body, plan: named(body.plan) } } as Write) : write;
}
