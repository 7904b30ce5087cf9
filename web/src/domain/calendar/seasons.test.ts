import { expect, test } from 'vitest';
import { columnOf } from '@/testing/data-file';
import { SEASONS, seasonName } from './seasons';

test.each([
  ['kharif', 'Kharif'],
  ['late_kharif', 'Late kharif'],
  ['kharif early', 'Early kharif'],
  ['annual', 'All year'],
  ['samba', 'Samba'],
  ['some_word', 'Some word'],
  ['constructor', 'Constructor'],
])('the season %s is %s', (key, expected) => {
  expect(seasonName(key)).toBe(expected);
});

test.each(columnOf('crop_calendar.csv', 'name'))(
  'the season %j of the calendar has a name in every language',
  (season) => {
    expect(Object.keys(SEASONS)).toContain(season.replaceAll(' ', '_'));
  },
);
