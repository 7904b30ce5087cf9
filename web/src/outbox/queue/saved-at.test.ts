import { afterEach, expect, test, vi } from 'vitest';
import { hearTime, serverNow } from '@/shared/api/server-time';
import { savedAt, steadyNow } from './saved-at';

afterEach(() => vi.useRealTimers());

const DAY_MS = 24 * 60 * 60 * 1000;
const write = { kind: 'sow', body: { crop: 'maize', field_size_ha: 1 } } as const;

test('an entry is of the time of the server, whatever the clock of the phone said, then and now', () => {
  const now = Date.parse('2026-07-01T06:00:00Z');
  vi.useFakeTimers({ now: now + 3 * DAY_MS, toFake: ['Date'] });
  hearTime(new Date(now).toUTCString());
  const entry = { at: serverNow(), steady: steadyNow(), write };
  expect(savedAt(entry) - now).toBeLessThan(1000);
  for (const clock of [now, now + 7 * DAY_MS]) {
    vi.setSystemTime(clock);
    hearTime(new Date(now).toUTCString());
    expect(Math.abs(savedAt(entry) - now)).toBeLessThan(1000);
  }
});

test('a time that is not known is not told', () => {
  expect(savedAt({ at: 0, steady: undefined, write })).toBe(0);
});
