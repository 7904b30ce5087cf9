import { t } from '@lingui/core/macro';
import { serverNow } from '@/shared/api/server-time';

const DAY_MS = 86_400_000;
const ZONE_MS = 5.5 * 60 * 60 * 1000;

/** One message for the translator: twelve names, separated by spaces. */
const monthNames = () =>
  t`January February March April May June July August September October November December`.split(' ');

interface CivilDay {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
}

/** Reads a civil day, 2026-07-15, or a day of every year, 07-15, whose year is 0. */
function read(day: string): CivilDay {
  const [date = 0, month = 0, year = 0] = day.split('-').map(Number).reverse();
  return { year, month, day: date };
}

/** Names a month, 1 to 12: July. */
export const monthName = (month: number) => monthNames()[month - 1] ?? '';

/** Names a civil day or a day of every year: 15 July; with its year if that is not the one of today. */
export function dayMonth(day: string, today = day): string {
  const { day: date, month } = read(day);
  const name = withYear(monthName(month), day, today);
  return t`${date} ${name}`;
}

/** Names the month of a civil day; with its year if that is not the one of today. */
export const monthOf = (day: string, today: string) => withYear(monthName(read(day).month), day, today);

/** Names the days from one to another: 11 September to 31 October; with the year of the last if it is another. */
export function dayRange(from: string, until: string, today?: string): string {
  const [first, last] = [dayMonth(from, today && beginsIn(from, until, today)), dayMonth(until, today)];
  return t`${first} to ${last}`;
}

/** Returns a day of the year in which the first of two days needs no year beside the last: November to January 2027. */
export const beginsIn = (from: string, until: string, today: string) =>
  read(from).year === read(until).year ? from : today;

function withYear(name: string, day: string, today: string): string {
  const { year } = read(day);
  return year === read(today).year ? name : t`${name} ${year}`;
}

/** Returns the civil day in India at a time in ms: 2026-07-01. */
export const dayInIndia = (now: number) => new Date(now + ZONE_MS).toISOString().slice(0, 10);

/** Returns the civil day in India, of a clock that the server has corrected. */
export const today = () => dayInIndia(serverNow());

/** Counts the days from one civil day to another. */
export const daysApart = (from: string, until: string) =>
  Math.round((Date.parse(`${until}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / DAY_MS);

/** Returns the civil day so many days later; earlier if negative. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
