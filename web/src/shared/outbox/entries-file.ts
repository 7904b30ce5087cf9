import * as v from 'valibot';
import { type Entry, entry, isUnsent } from './entry';
import type { NewEntry } from './queue';

const keptEntry = v.pick(entry, ['key', 'at', 'write']);
const file = v.object({ grow_entries: v.literal(1), farmer: v.string(), entries: v.array(keptEntry) });

/** Why a file is of no use. */
export type FileFault = 'unreadable' | 'another-farmer';

/** Writes what is only on this phone as the text of a file. */
export function entriesFile(farmer: string, all: readonly Entry[]): string {
  const entries = all.filter(isUnsent).map(({ key, at, write }) => ({ key, at, write }));
  return JSON.stringify({ grow_entries: 1, farmer, entries } satisfies v.InferInput<typeof file>);
}

/**
 * Reads such a file for a farmer. Its entries have their keys, so that each is recorded once, even if it has left the
 * other phone meanwhile; one may have been sent from there, and so counts as tried.
 */
export function entriesIn(text: string, farmer: string): NewEntry[] | FileFault {
  const { success, output } = v.safeParse(file, jsonOf(text));
  if (!success) return 'unreadable';
  if (output.farmer !== farmer) return 'another-farmer';
  return output.entries.map((one) => ({ ...one, farmer, tried: true, state: { name: 'waiting' } }));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
