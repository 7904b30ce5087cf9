import { expect, test } from 'vitest';
import { isWithin, MONTHS } from './crop-entry-view';

const window = (start: number, end: number) => MONTHS.filter((month) => isWithin(month, start, end));

test.each([
  [6, 7, [6, 7]],
  [10, 12, [10, 11, 12]],
  [5, 5, [5]],
  [11, 1, [1, 11, 12]],
])('from month %i to %i', (start, end, months) => {
  expect(window(start, end)).toEqual(months);
});
