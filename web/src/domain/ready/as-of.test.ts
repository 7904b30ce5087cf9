import { expect, test } from 'vitest';
import { asOf, isOld } from './as-of';

const at = (text: string) => new Date(text).getTime();

test.each([
  ['2026-11-25T18:05', '2026-11-25T18:06', 'As of today, 6:05 pm'],
  ['2026-11-25T18:05', '2026-11-26T00:01', 'As of yesterday, 6:05 pm'],
  ['2026-11-25T00:00', '2026-11-26T23:59', 'As of yesterday, 12:00 am'],
  ['2026-11-25T06:30', '2026-11-27T06:30', 'As of 25 Nov 2026, 6:30 am'],
  // A clock that was set back.
  ['2026-11-25T06:30', '2026-11-24T06:30', 'As of 25 Nov 2026, 6:30 am'],
])('what was known at %s is told at %s as %j', (known, now, said) => {
  expect(asOf(at(known), at(now))).toBe(said);
});

test('figures are old after a day', () => {
  expect(isOld(at('2026-11-25T18:05'), at('2026-11-26T18:04'))).toBe(false);
  expect(isOld(at('2026-11-25T18:05'), at('2026-11-26T18:05'))).toBe(true);
});
