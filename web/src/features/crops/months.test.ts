import { expect, test } from 'vitest';
import { isWithin, MONTHS, monthName } from './months';

const window = (start: number, end: number) => MONTHS.filter((month) => isWithin(month, start, end));

test.each([
  [6, 7, [6, 7]],
  [10, 12, [10, 11, 12]],
  [5, 5, [5]],
  [11, 1, [1, 11, 12]],
])('from month %i to %i', (start, end, months) => {
  expect(window(start, end)).toEqual(months);
});

test('a month has its name in the language of the page', () => {
  expect(monthName(6, 'en', 'long')).toBe('June');
  expect(monthName(1, 'en', 'short')).toBe('Jan');
  expect(monthName(12, 'hi', 'long')).toBe('दिसंबर');
  expect(monthName(6, 'ta', 'long')).toBe('ஜூன்');
});
