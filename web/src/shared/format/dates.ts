// Dates and times in the local time zone. Hand-written: on a slow phone the first `Intl.DateTimeFormat` takes
// 250 ms.
import { t } from '@lingui/core/macro';

function read(rfc3339: string): Date | null {
  const time = new Date(rfc3339);
  return Number.isNaN(time.getTime()) ? null : time;
}

/** One message for the translator: twelve short names, separated by spaces. */
export const shortMonths = () => t`Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec`.split(' ');

function dateOf(time: Date): string {
  const day = time.getDate();
  const month = shortMonths()[time.getMonth()] ?? '';
  const year = time.getFullYear();
  return t`${day} ${month} ${year}`;
}

/** Formats a date: 9 Jun 2026. Returns an empty text for an invalid time. */
export function localDate(rfc3339: string): string {
  const time = read(rfc3339);
  return time ? dateOf(time) : '';
}

/** Formats a day without a time zone, such as 2026-06-09. */
export const calendarDate = (day: string) => localDate(`${day}T00:00`);

/** Names a crop year, which begins on 1 May of its first year: 2026-27. */
export const cropYearName = (firstYear: number) =>
  `${firstYear}-${String((firstYear + 1) % 100).padStart(2, '0')}`;

/** Formats a date and time: 9 Jun 2026, 5:30 pm. */
export function localMoment(rfc3339: string): string {
  const time = read(rfc3339);
  if (!time) return '';
  const date = dateOf(time);
  const clock = `${time.getHours() % 12 || 12}:${String(time.getMinutes()).padStart(2, '0')}`;
  return time.getHours() < 12 ? t`${date}, ${clock} am` : t`${date}, ${clock} pm`;
}
