import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sownOn } from './sown-on';

const check = (day: string) => {
  const parsed = v.safeParse(sownOn, day, { abortPipeEarly: true });
  return parsed.success ? parsed.output : parsed.issues[0].message;
};

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-07-02T20:00:00Z') }));
afterEach(() => {
  vi.useRealTimers();
});

test('today, which is 3 July in India by then, is left to the server', () => {
  expect(check('2026-07-03')).toBeUndefined();
});

test('an earlier day is sent, up to 180 days back', () => {
  expect(check('2026-07-02')).toBe('2026-07-02');
  expect(check('2026-01-04')).toBe('2026-01-04');
  expect(check('2026-01-03')).toBe('A sowing can be recorded at most 180 days later.');
});

test('a later day is refused, and so is what is no day or none', () => {
  expect(check('')).toBe('Choose the day of the sowing.');
  expect(check('2026-07-04')).toBe('The day of the sowing is in the future.');
  expect(check('yesterday')).toBe('Choose the day of the sowing.');
});
