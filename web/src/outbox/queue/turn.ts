import { type Entry, idOf, subjectOf } from './entry';
import type { Kind, Write } from './writes';

/**
 * Returns the first write that can be sent, other than those passed by. A write about a sowing waits until the sowing is
 * recorded, and until earlier writes about the same thing are sent. Nothing else waits.
 */
export function nextOf(
  entries: readonly Entry[],
  passed: ReadonlySet<string> = new Set(),
): Entry | undefined {
  return entries.find((next, index) => {
    const { key, write, state } = next;
    if (state.name !== 'waiting' || passed.has(key)) return false;
    const made = madeBy(write, entries);
    if (made && made.state.name !== 'answered') return false;
    const target = targetOf(write, entries);
    return (
      target === undefined ||
      !entries.slice(0, index).some((one) => isBefore(one, write) && target === targetOf(one.write, entries))
    );
  });
}

/** Whether an earlier entry decides the same thing first. What only takes away waits for no consent to a change. */
function isBefore({ state, write: { kind } }: Entry, write: Write): boolean {
  if (state.name !== 'consent') return state.name === 'waiting';
  const isRemoval = write.kind === 'withdraw' || write.kind === 'drop-plan';
  return !isRemoval || kind === 'undo-withdrawal' || kind === 'undo-closing';
}

/** The entry that records what a write is about, if it is kept here. */
export function madeBy(write: Write, entries: readonly Entry[]): Entry | undefined {
  const subject = subjectOf(write);
  return subject?.key === undefined ? undefined : entries.find(({ key }) => key === subject.key);
}

/** Names what a write decides, so that writes with the same target keep their order. Undefined for a new record. */
function targetOf(write: Write, entries: readonly Entry[]): string | undefined {
  const subject = subjectOf(write);
  if (subject) {
    const made = madeBy(write, entries);
    const id = (made && idOf(made)) ?? subject.id;
    return JSON.stringify(id === undefined ? { key: subject.key } : { id });
  }
  if (write.kind === 'known-crop') return `known-crop ${write.body.crop}`;
  return MAKING.includes(write.kind) ? undefined : write.kind;
}

/** These record something that gets an id. */
const MAKING: readonly Kind[] = ['sow', 'plan', 'unknown'];
