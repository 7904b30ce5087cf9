import { expect, test } from 'vitest';
import { seasonName } from './seasons';

test.each([
  ['kharif', 'Kharif'],
  ['late_kharif', 'Late kharif'],
  ['annual', 'All year'],
  ['samba', 'Samba'],
  ['some_word', 'Some word'],
  ['constructor', 'Constructor'],
])('the season %s is %s', (key, expected) => {
  expect(seasonName(key)).toBe(expected);
});
