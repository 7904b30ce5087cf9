import { expect, test } from 'vitest';
import { localDate, localMoment } from './dates';

const at = (hour: number, minute: number) => new Date(2026, 5, 9, hour, minute).toISOString();

test('a day is shown by the local calendar', () => {
  expect(localDate(at(12, 0))).toBe('9 Jun 2026');
});

test.each([
  [0, 5, '12:05 am'],
  [5, 30, '5:30 am'],
  [12, 0, '12:00 pm'],
  [23, 59, '11:59 pm'],
])('%i:%i is shown by the local clock as %s', (hour, minute, expected) => {
  expect(localMoment(at(hour, minute))).toBe(`9 Jun 2026, ${expected}`);
});

test('an unreadable time is shown as nothing', () => {
  expect(localDate('garbage')).toBe('');
  expect(localMoment('garbage')).toBe('');
});
