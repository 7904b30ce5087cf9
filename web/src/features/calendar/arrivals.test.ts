import { expect, test } from 'vitest';
import type { ArrivalBin } from '@/shared/api/calendar';
import {
  arrivalsBars,
  lastDay,
  mainRun,
  rangeSentence,
  shareInGrow,
  thisYearSentence,
} from './crop-calendar';

/** Bins of the months from July 2026 on, three each, with these usual tonnes. */
const bins = (usual: readonly number[], factor = 1): ArrivalBin[] =>
  usual.map((usual_tonnes, place) => {
    const month = 6 + Math.floor(place / 3);
    const year = 2026 + Math.floor(month / 12);
    const named = String((month % 12) + 1).padStart(2, '0');
    return {
      from: `${year}-${named}-${['01', '11', '21'][place % 3]}`,
      usual_tonnes,
      this_year_tonnes: usual_tonnes * factor,
      in_grow_tonnes: 0,
    };
  });

const year = (tonnes: Record<number, number>) =>
  bins(Array.from({ length: 36 }, (_, place) => tonnes[place] ?? 0));

test.each([
  ['2026-07-01', '2026-07-10'],
  ['2026-07-11', '2026-07-20'],
  ['2026-07-21', '2026-07-31'],
  ['2027-02-21', '2027-02-28'],
  ['2026-12-21', '2026-12-31'],
])('the ten days from %s end on %s', (from, expected) => {
  expect(lastDay(from)).toBe(expected);
});

test('two thirds of the arrivals are named by the shortest run of days', () => {
  expect(rangeSentence(year({ 7: 20, 8: 40, 9: 30, 20: 10 }))).toBe(
    'Two thirds of it usually come to market from 21 September to 10 October.',
  );
});

test('the run may pass the end of the chart', () => {
  expect(mainRun(year({ 35: 40, 0: 40, 10: 20 }))).toEqual({ from: '2027-06-21', until: '2026-07-10' });
});

test('a crop that never arrives is told', () => {
  expect(mainRun(year({}))).toBeNull();
  expect(rangeSentence(year({}))).toBe('None usually comes to market here.');
  expect(thisYearSentence(year({}))).toBe('');
});

test.each([
  [1.074, 'In the coming year 7.4 % more than usual is on the way.'],
  [0.9, 'In the coming year 10 % less than usual is on the way.'],
  [1.001, 'In the coming year as much as usual is on the way.'],
])('%d of a usual year: %s', (factor, expected) => {
  expect(thisYearSentence(bins([10, 20, 30], factor))).toBe(expected);
});

test('coverage is a whole percentage, and never 0 where some land is in Grow', () => {
  expect(shareInGrow(0)).toMatch(/^0 % of the land/);
  expect(shareInGrow(0.2)).toMatch(/^Less than 1 % of the land/);
  expect(shareInGrow(2.4)).toMatch(/^2 % of the land/);
});

test('months are named where they begin, every third one on narrow screens', () => {
  const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
  const bars = arrivalsBars(year({}).slice(1), months);
  expect(bars.filter((bar) => bar.month).map((bar) => bar.month)).toEqual(
    'Aug Sep Oct Nov Dec Jan Feb Mar Apr May Jun'.split(' '),
  );
  expect(bars.filter((bar) => bar.isThird).map((bar) => bar.month)).toEqual(['Aug', 'Nov', 'Feb', 'May']);
});
