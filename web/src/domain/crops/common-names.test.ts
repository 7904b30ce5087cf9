import { expect, test } from 'vitest';
import { recordQuery } from '@/shared/api/record';
import { columnOf } from '@/testing/data-file';
import { CROP_NAMES } from './crop-names';
import { commonName, RECORD } from './use-common-name';

test.each([
  ['cholam', 'IN', 'CHOLAM', 'Sorghum, Jowar'],
  ['cholam', 'IN-TN', 'CHOLAM', 'Sorghum'],
  ['cholam', 'IN-MH', 'CHOLAM', 'Jowar'],
  ['cumbo', 'IN-RJ', 'Cumbu', 'Bajra'],
  ['redGram', 'IN-UP', 'RED GRAM', 'Arhar'],
  ['redGram', 'IN-GJ', 'RED GRAM', 'Tur'],
])('%s in %s, shown as %s, is also called %s', (crop, region, shown, expected) => {
  expect(commonName(crop, region, shown)).toBe(expected);
});

test('the name that is shown is not told twice, and the name of the tables stands beside another', () => {
  expect(commonName('cholam', 'IN', 'Sorghum')).toBe('Jowar');
  expect(commonName('cholam', 'IN-TN', 'Sorghum')).toBe('Cholam');
  expect(commonName('potato', 'IN', 'Potatoes')).toBe('');
  expect(commonName('paddy', 'IN-TN', 'PADDY')).toBe('');
  expect(commonName('redGram', 'IN-TN', 'RED GRAM')).toBe('');
});

test('the file names crops of Grow and states of India', () => {
  const keys = CROP_NAMES.map(({ id }) => id.replace('crop.', ''));
  for (const crop of columnOf('crop_names.csv', 'crop')) expect(keys).toContain(crop);
  const states = columnOf('population_by_state.csv', 'state').map((state) => state.replace('IN-', ''));
  for (const state of columnOf('crop_names.csv', 'regions').flatMap((regions) => regions.split(' ')))
    if (state) expect(states, state).toContain(state);
});

test('the farmer’s record is found under its key', () => {
  expect(RECORD).toEqual(recordQuery.queryKey);
});
