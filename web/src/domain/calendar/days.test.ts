import { expect, test } from 'vitest';
import { addDays, dayInIndia, dayMonth, dayRange, monthOf } from './days';

test('a day is named by its number and its month, of a year or of every year', () => {
  expect(dayMonth('2026-07-15')).toBe('15 July');
  expect(dayMonth('08-03')).toBe('3 August');
  expect(dayRange('2026-12-21', '2027-01-10')).toBe('21 December to 10 January');
});

test('a day in another year says its year, once where both are in it', () => {
  expect(dayMonth('2027-01-10', '2026-07-03')).toBe('10 January 2027');
  expect(dayRange('2026-09-11', '2026-10-31', '2026-07-03')).toBe('11 September to 31 October');
  expect(dayRange('2026-12-21', '2027-01-10', '2026-07-03')).toBe('21 December to 10 January 2027');
  expect(dayRange('2027-01-11', '2027-03-10', '2026-07-03')).toBe('11 January to 10 March 2027');
  expect(dayRange('2026-12-21', '2027-01-10', '2027-01-02')).toBe('21 December 2026 to 10 January');
});

test.each([
  ['2026-09-11', 'September'],
  ['2026-12-31', 'December'],
  ['2027-01-01', 'January 2027'],
  ['2027-06-01', 'June 2027'],
  ['2027-10-05', 'October 2027'],
])('on 3 July 2026 the month of %s is %s', (day, expected) => {
  expect(monthOf(day, '2026-07-03')).toBe(expected);
});

test('the day changes at midnight in India', () => {
  expect(dayInIndia(Date.parse('2026-06-30T18:29:59Z'))).toBe('2026-06-30');
  expect(dayInIndia(Date.parse('2026-06-30T18:30:00Z'))).toBe('2026-07-01');
});

test('days are counted across months and leap years', () => {
  expect(addDays('2026-07-03', -180)).toBe('2026-01-04');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
});
