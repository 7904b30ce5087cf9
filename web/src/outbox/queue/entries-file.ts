import * as v from 'valibot';
import { type Entry, isUnsent } from './entry';
import type { NewEntry } from './queue';
import { byKey } from './restored';
import type { Write } from './writes';

/** Another version of the app may have kept it, and reads it then. */
const keptEntry = v.object({
  key: v.pipe(v.string(), v.minLength(8)),
  at: v.fallback(v.number(), 0),
  write: v.looseObject({ kind: v.string() }),
});
const file = v.object({ grow_entries: v.literal(1), farmer: v.string(), entries: v.array(keptEntry) });

/** Why a file is of no use. */
export type FileFault = 'unreadable' | 'another-farmer';

/** Writes what is only on this phone as the text of a file. */
export function entriesFile(farmer: string, all: readonly Entry[]): string {
  const entries = all.filter(isUnsent).map(({ key, at, write }) => ({
    key,
    at,
    // The other phone does not have what recorded the sowing or plan that it is about.
    write: write.kind === 'unknown' ? write.body : byKey(write, all),
  }));
  return JSON.stringify({ grow_entries: 1, farmer, entries });
}

/**
 * Reads such a file for a farmer. Its entries have their keys, so that each is recorded once, even if it has left the
 * other phone meanwhile; one may have been sent from there, and so counts as tried.
 */
export function entriesIn(text: string, farmer: string): NewEntry[] | FileFault {
  const { success, output } = v.safeParse(file, jsonOf(text));
  if (!success) return 'unreadable';
  if (output.farmer !== farmer) return 'another-farmer';
  return output.entries.map(({ write, ...one }) => ({
    ...one,
    write: write as unknown as Write,
    farmer,
    tried: true,
    state: { name: 'waiting' },
  }));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
