const JANUARY = 1;
const DECEMBER = 12;

export const MONTHS: readonly number[] = Array.from({ length: DECEMBER }, (_, index) => index + JANUARY);

/**
 * Returns true if the month is in the window. The window may cross the end of the year: October to February.
 */
export function isWithin(month: number, start: number, end: number): boolean {
  return start <= end ? month >= start && month <= end : month >= start || month <= end;
}

/** Returns the name of a month in a language. */
export function monthName(month: number, language: string, style: 'long' | 'short'): string {
  const format = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' });
  return format.format(Date.UTC(2026, month - JANUARY, 1));
}
