import { expect, test } from 'vitest';
import { localDate } from './dates';

test('a day is shown by the local calendar', () => {
  const time = new Date(2026, 5, 9, 12);
  expect(localDate(time.toISOString(), 'en')).toBe('9 Jun 2026');
});

test('an unreadable time is shown as nothing', () => {
  expect(localDate('garbage', 'en')).toBe('');
});
