import { t } from '@lingui/core/macro';
import { localMoment } from '@/shared/format/dates';

/** From this age on, figures that move are told to be old, ms. */
const OLD_MS = 24 * 60 * 60 * 1000;

const midnight = (ms: number) => new Date(ms).setHours(0, 0, 0, 0);

/** Days between two times, as the calendar on the wall counts them. */
const daysBetween = (from: number, until: number) => Math.round((midnight(until) - midnight(from)) / OLD_MS);

export const isOld = (at: number, now: number) => now - at >= OLD_MS;

function clockTime(time: Date): string {
  const clock = `${time.getHours() % 12 || 12}:${String(time.getMinutes()).padStart(2, '0')}`;
  return time.getHours() < 12 ? t`${clock} am` : t`${clock} pm`;
}

/** Tells how old something is that was known at a time: As of yesterday, 6:05 pm. */
export function asOf(at: number, now: number): string {
  const clock = clockTime(new Date(at));
  switch (daysBetween(at, now)) {
    case 0:
      return t`As of today, ${clock}`;
    case 1:
      return t`As of yesterday, ${clock}`;
    default: {
      const moment = localMoment(new Date(at).toISOString());
      return t`As of ${moment}`;
    }
  }
}
