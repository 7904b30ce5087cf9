import * as v from 'valibot';
import { expect, test } from 'vitest';
import { today } from '@/domain/calendar/days';
import { NOT_A_NUMBER } from '@/shared/forms/form-fields';
import { sowingRules } from './sow-form';

const check = (crop: string, size: string) => {
  const parsed = v.safeParse(
    sowingRules,
    { crop, field_size_ha: size, sown_on: today() },
    { abortPipeEarly: true },
  );
  return parsed.success ? parsed.output : parsed.issues.map((issue) => issue.message)[0];
};

const SELECT = 'Please select a crop and enter a valid field size (positive number).';

test('a crop and a positive size are taken as numbers', () => {
  expect(check('groundnut', '1.25')).toEqual({
    crop: 'groundnut',
    size: { body: { field_size_ha: 1.25 }, hectares: 1.25 },
  });
  expect(check('groundnut', ' 0.01 ')).toMatchObject({ size: { hectares: 0.01 } });
  expect(check('groundnut', '10000')).toMatchObject({ size: { hectares: 10000 } });
  expect(check('groundnut', '0.29')).toMatchObject({ size: { hectares: 0.29 } });
});

test.each([
  ['', '1'],
  ['groundnut', ''],
  ['groundnut', '0'],
  ['groundnut', '-1'],
])('crop %j with size %j is refused in the words of the specification', (crop, size) => {
  expect(check(crop, size)).toBe(SELECT);
});

test.each([
  ['1.255', 'Use at most two decimals.'],
  ['10.000', 'Use at most two decimals.'],
  ['1e-3', 'Use at most two decimals.'],
  ['10000.01', 'Enter a field size of at most 10,000 hectares.'],
  ['1e300', 'Enter a field size of at most 10,000 hectares.'],
])('size %j is refused by the limit that it breaks', (size, sentence) => {
  expect(check('groundnut', size)).toBe(sentence);
});

test.each(['abc', NOT_A_NUMBER, '1,5', '1e999'])('size %j is not a number', (size) => {
  expect(check('groundnut', size)).toBe('Please enter a valid number for the field size.');
});
