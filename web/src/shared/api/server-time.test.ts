import { afterEach, expect, test, vi } from 'vitest';
import { hearTime, serverNow } from './server-time';

const NOON = Date.parse('2026-07-03T06:30:00Z');

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['days ahead', 2 * 86_400_000],
  ['years behind', -11 * 365 * 86_400_000],
])('a clock that is %s is corrected by the last answer, also later without a network', (_, wrong) => {
  vi.useFakeTimers({ now: NOON + wrong });
  hearTime(new Date(NOON).toUTCString());
  expect(serverNow()).toBe(NOON);
  vi.setSystemTime(NOON + wrong + 7 * 86_400_000);
  expect(serverNow()).toBe(NOON + 7 * 86_400_000);
  vi.setSystemTime(NOON);
  hearTime(new Date(NOON).toUTCString());
  expect(serverNow()).toBe(NOON);
});

test('the time that an answer takes is no fault of the clock, and an answer without a date tells nothing', () => {
  vi.useFakeTimers({ now: NOON });
  hearTime(new Date(NOON - 30_000).toUTCString());
  hearTime(null);
  hearTime('soon');
  expect(serverNow()).toBe(NOON);
});
