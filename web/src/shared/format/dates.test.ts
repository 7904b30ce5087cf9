import { expect, test } from 'vitest';
import { calendarDate, cropYearName, localDate, localMoment } from './dates';

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

test('a day without a time is the same day in every time zone', () => {
  expect(calendarDate('2026-11-23')).toBe('23 Nov 2026');
});

test.each([
  [2026, '2026-27'],
  [2099, '2099-00'],
])('the crop year that begins in %i is %s', (first, expected) => {
  expect(cropYearName(first)).toBe(expected);
});

test('an unreadable time is shown as nothing', () => {
  expect(localDate('garbage')).toBe('');
  expect(localMoment('garbage')).toBe('');
});
