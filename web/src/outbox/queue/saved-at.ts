import { serverNow } from '@/shared/api/server-time';
import type { Entry } from './entry';

/** A monotonic clock, ms. */
export const steadyNow = () => performance.timeOrigin + performance.now();

/** When an entry was saved by the time of the server, whatever the phone's clock said then. 0 if that is not known. */
export function savedAt(entry: Pick<Entry, 'at' | 'steady' | 'write'>): number {
  const now = serverNow();
  const age = ageOf(entry, now, steadyNow());
  return age < 0 ? 0 : now - age;
}

const MINUTE_MS = 60_000;
/** What the server believes a phone at most. */
const MOST_MS = 366 * 24 * 60 * MINUTE_MS;

/**
 * Returns how long ago an entry was saved, ms: the longer of the ages by the phone's clock, which may have been set, and
 * by the monotonic clock, which stands still while some phones sleep. If neither is possible, the age is negative: the
 * server then takes only what it has recorded already, and the farmer is asked for the day.
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
