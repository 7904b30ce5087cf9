import { serverNow } from '@/shared/api/server-time';
import { ageOf } from './age';
import type { Entry } from './entry';

/** A monotonic clock, ms. */
export const steadyNow = () => performance.timeOrigin + performance.now();

/** When an entry was saved by the time of the server, whatever the phone's clock said then. 0 if that is not known. */
export function savedAt(entry: Pick<Entry, 'at' | 'steady' | 'write'>): number {
  const now = serverNow();
  const age = ageOf(entry, now, steadyNow());
  return age < 0 ? 0 : now - age;
}
