import { expect, test } from 'vitest';
import type { Advice } from '@/shared/api/advice';
import { advisedCrop } from '@/testing/advice';
import { ADVICE, PLAN } from '@/testing/advice-answer';
import { onDay } from './use-advice';
import { planStands, sowFrom, sowUntil } from './window-sentences';

const window = { sow_from: '2026-06-11', sow_until: '2026-07-15', sow_latest: '2026-08-14' };
const kept = (given: object = {}) =>
  ({
    ...ADVICE,
    as_of: '2026-07-03',
    advice: [advisedCrop({ ...window, timing: 'usual', days_left: 12, ...given })],
    later: [{ crop: 'ragi', sow_from: '2026-08-20', sow_until: '2026-09-20', in_days: 48 }],
    intentions: [{ ...PLAN, ends_on: '2026-07-20', days_left: 17, opens_on: null }],
  }) as unknown as Advice;

const later = (days: number, given: object = {}) => {
  const today = new Date(Date.UTC(2026, 6, 3 + days)).toISOString().slice(0, 10);
  const { advice, later: next, intentions } = onDay(kept(given), today);
  return {
    crop: advice[0] ? sowUntil(advice[0]) : '',
    next: next[0] ? sowFrom(next[0]) : '',
    plan: intentions[0] ? planStands(intentions[0]) : '',
  };
};

test.each([
  [0, 'Sow until 15 July – 12 days left'],
  [5, 'Sow until 15 July – 7 days left'],
  [12, 'Sow today: 15 July is the last day'],
  [13, 'Late: most sow it until 15 July. The last day is 14 August'],
  [42, 'Late: most sow it until 15 July. The last day is 14 August'],
  [43, 'Its days for sowing ended on 14 August'],
])('advice that was read %i days ago: %s', (days, said) => {
  expect(later(days).crop).toBe(said);
});

test('a crop whose usual days have come meanwhile is early no longer', () => {
  expect(later(2, { timing: 'early', sow_from: '2026-07-05' }).crop).toBe('Sow until 15 July – 10 days left');
});

test('later crops and plans count their days to today', () => {
  expect(later(8)).toMatchObject({ next: 'Sow from 20 August, in 40 days' });
  expect(later(50)).toMatchObject({ next: 'Sow from 20 August' });
  expect(later(16).plan).toBe('The plan stands until 20 July: 1 day left.');
  expect(later(18).plan).toBe('The plan ended on 20 July.');
});
