import type { Entry } from './entry';

const MINUTE_MS = 60_000;
/** What the server believes a phone at most. */
const MOST_MS = 366 * 24 * 60 * MINUTE_MS;

/**
 * How long ago an entry was saved, ms. The clock of the phone may have been set since the server corrected it last. The
 * steady one is right as long as the browser runs, but stands still while some phones sleep, so that the longer of the
 * two counts where both are possible. Where none is, the age is negative: the server takes it only for what it has
 * recorded already, and else refuses it, so that the farmer is asked for the day.
 */
export function ageOf(
  { at, steady, write }: Pick<Entry, 'at' | 'steady' | 'write'>,
  now: number,
  steadyNow: number,
): number {
  const byClock = now - at;
  const bySteady = steady === undefined ? byClock : steadyNow - steady;
  const found = [Math.max(byClock, bySteady), bySteady].find((age) => age > -MINUTE_MS && age <= MOST_MS);
  if (found !== undefined) return Math.max(found, 0);
  // The farmer has said the day, which then counts from now.
  return 'sown_on' in write.body && write.body.sown_on ? 0 : -MINUTE_MS;
}
