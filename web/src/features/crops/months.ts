/** The months of the year. */
export const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);

/**
 * Returns true if the month is in the window. The window may cross the end of the year: October to February.
 */
export function isWithin(month: number, start: number, end: number): boolean {
  return start <= end ? month >= start && month <= end : month >= start || month <= end;
}
