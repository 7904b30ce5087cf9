import { expect, test } from 'vitest';
import type { Intention } from '@/shared/api/advice';
import { advisedCrop } from '@/testing/advice';
import { calendarDoubts, planStands, sowFrom, sowUntil } from './window-sentences';

test.each([
  [12, 'Sow until 15 July – 12 days left'],
  [1, 'Sow until 15 July – 1 day left'],
  [0, 'Sow today: 15 July is the last day'],
])('with %d days left: %s', (days_left, expected) => {
  expect(sowUntil(advisedCrop({ days_left }))).toBe(expected);
});

test('outside the usual sowing days, the sentence names them', () => {
  expect(sowUntil(advisedCrop({ timing: 'early' }))).toBe('Early: most sow it from 11 June');
  expect(sowUntil(advisedCrop({ timing: 'late' }))).toBe(
    'Late: most sow it until 15 July. The last day is 14 August',
  );
});

test('a window to come is told with its days', () => {
  expect(sowFrom({ sow_from: '2026-10-01', in_days: 48 })).toBe('Sow from 1 October, in 48 days');
  expect(sowFrom({ sow_from: '2026-10-01', in_days: 1 })).toBe('Sow from 1 October, in 1 day');
});

const OF_INDIA = 'No calendar is known for this crop in your state. These are the days of India as a whole.';
const UNCERTAIN = 'The days are uncertain: few sources give them. Ask your neighbours.';

test.each([
  ['IN-TN', 'medium', 'IN-TN', []],
  ['IN-TN', 'low', 'IN-TN', [UNCERTAIN]],
  ['IN', 'high', 'IN-TN', [OF_INDIA]],
  ['IN', 'low', 'IN-TN', [OF_INDIA, UNCERTAIN]],
  ['IN', 'medium', 'IN', []],
])('a row of %s with %s confidence, for a farmer of %s: %j', (row, confidence, region, expected) => {
  const crop = advisedCrop({ calendar: { region: row, confidence, name: 'kharif' } });
  expect(calendarDoubts(crop, region)).toEqual(expected);
});

test.each([
  [28, null, 'The plan stands until 31 July: 28 days left.'],
  [1, null, 'The plan stands until 31 July: 1 day left.'],
  [0, null, 'The plan ends today.'],
  [5, '2026-09-15', 'It cannot be sown in these days. Its days for sowing begin on 15 September.'],
])('a plan with %d days left, window from %s: %s', (days_left, opens_on, expected) => {
  const plan = { ends_on: '2026-07-31', days_left, opens_on } as Intention;
  expect(planStands(plan)).toBe(expected);
});
