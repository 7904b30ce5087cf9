import { expect, test } from 'vitest';
import { ageOf } from './saved-at';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-07-01T06:00:00Z');
const BOOTED = Date.parse('2015-01-01T00:00:00Z');
const sow = (more: object = {}) => ({ kind: 'sow', body: { crop: 'maize', ...more } }) as const;

test.each([
  [
    'a right clock tells the age, also while the steady one stood still',
    NOW - 9 * HOUR,
    NOW - 2 * HOUR,
    9 * HOUR,
  ],
  ['a clock that was set on by eleven years says nothing beside the steady one', BOOTED, NOW - HOUR, HOUR],
  [
    'a clock that was ten minutes ahead was right by the steady one',
    NOW + HOUR / 6 - HOUR / 12,
    NOW - HOUR / 12,
    HOUR / 12,
  ],
  [
    'after a restart, a clock that was set on by eleven years leaves it to the server',
    BOOTED,
    BOOTED,
    -60_000,
  ],
  ['after a restart, a clock that was set back leaves it to the server', NOW + HOUR, NOW + HOUR, -60_000],
  ['an entry without a time leaves it to the server', 0, undefined, -60_000],
])('%s', (_, at, steady, age) => {
  expect(ageOf({ at, steady, write: sow() }, NOW, NOW)).toBe(age);
});

test('a day that the farmer has said counts whatever the clock was', () => {
  expect(ageOf({ at: BOOTED, steady: BOOTED, write: sow({ sown_on: '2026-06-30' }) }, NOW, NOW)).toBe(0);
});
