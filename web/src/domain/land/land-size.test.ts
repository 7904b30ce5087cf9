import * as v from 'valibot';
import { expect, test } from 'vitest';
import { inputNames, withSize } from './land-size';

const ofHectares = v.pipe(
  v.string(),
  v.check((text) => Number(text) > 0, 'More than no hectares.'),
  v.transform(Number),
);
const rules = withSize(
  { base: 'field_size', ofHectares, wanted: () => 'How large?' },
  { crop: v.pipe(v.string(), v.nonEmpty('Which crop?')) },
);
const names = inputNames('field_size');

const check = (unit: string, value: string, more: Record<string, string> = {}) => {
  const fixed = { acre: '4046.8564224', acre_and_cents: '4046.8564224', cent: '40.468564224' }[unit] ?? '';
  const texts = { [names.unit]: unit, [names.value]: value, [names.fixedSize]: fixed, crop: 'ragi', ...more };
  const parsed = v.safeParse(rules, texts, { abortPipeEarly: true });
  return parsed.success ? parsed.output.size : parsed.issues[0].message;
};
const acres = (value: string, cents: string) => check('acre_and_cents', value, { [names.cents]: cents });

test('a size in hectares has rules of its own', () => {
  const hectares = (text: string) => {
    const texts = { crop: 'ragi', [names.unit]: 'hectare', [names.hectares]: text };
    const parsed = v.safeParse(rules, texts, { abortPipeEarly: true });
    return parsed.success ? parsed.output : parsed.issues[0].message;
  };
  expect(hectares('1.25')).toEqual({ crop: 'ragi', size: { body: { field_size_ha: 1.25 }, hectares: 1.25 } });
  expect(hectares('0')).toBe('More than no hectares.');
});

test('each wrong input has its sentence, after those of the other entries', () => {
  const parsed = v.safeParse(rules, { crop: '', [names.unit]: 'acre', [names.value]: 'much' });
  expect(parsed.issues?.map(({ message, path }) => [path?.[0]?.key, message])).toEqual([
    ['crop', 'Which crop?'],
    [names.value, 'Please enter a valid number for the field size.'],
  ]);
});

test('an infinite number is no size', () => {
  expect(check('acre', '1e999')).not.toHaveProperty('body');
});

test('acres and cents are one number with two decimals', () => {
  const size = (value: number) => ({ field_size: { value, unit: 'acre_and_cents' } });
  expect(acres('1', '25')).toEqual({ body: size(1.25), hectares: 0.5059 });
  expect(acres('2', '')).toEqual({ body: size(2), hectares: 0.8094 });
  expect(acres('', '5')).toMatchObject({ body: size(0.05) });
  expect(acres('2.5', '')).toMatchObject({ body: size(2.5) });
  expect(acres('0', '29')).toMatchObject({ body: size(0.29) });
});

test.each([
  ['', '', 'How large?'],
  ['0', '0', 'How large?'],
  ['1', '100', 'Enter the cents as a whole number from 0 to 99.'],
  ['1', '2.5', 'Enter the cents as a whole number from 0 to 99.'],
  ['1.5', '25', 'Enter whole acres, and the rest in cents.'],
  ['1.255', '', 'Use at most two decimals.'],
  ['much', '', 'Please enter a valid number for the field size.'],
  ['24710', '54', 'Enter a size from 1 square metre to 10,000 hectares.'],
])('%s acres %s cents: %s', (value, cents, sentence) => {
  expect(acres(value, cents)).toBe(sentence);
});

test('another unit has at most two decimals, and at least a square metre', () => {
  expect(check('cent', '0.02')).toMatchObject({ hectares: 0.0001 });
  expect(check('cent', '0.01')).toBe('Enter a size from 1 square metre to 10,000 hectares.');
  expect(check('acre', '')).toBe('How large?');
  expect(check('acre', '-1')).toBe('How large?');
});

test('the size of a bigha is chosen, or entered in square metres', () => {
  const bigha = (chosen: Record<string, string>) => check('bigha', '2', chosen);
  expect(bigha({})).toBe('Choose how large this unit is where you live.');
  expect(bigha({ [names.unitSize]: '843.095088' })).toEqual({
    body: { field_size: { value: 2, unit: 'bigha', unit_square_metres: 843.095088 } },
    hectares: 0.1686,
  });
  expect(bigha({ [names.unitSize]: 'own', [names.ownSize]: '' })).toBe(
    'Enter the size of the unit in square metres.',
  );
  expect(bigha({ [names.unitSize]: 'own', [names.ownSize]: '900' })).toMatchObject({ hectares: 0.18 });
});

test('land may be left out in every unit', () => {
  const none = v.pipe(
    v.string(),
    v.transform(() => null),
  );
  const land = withSize({ base: 'land', ofHectares: none, notANumber: () => 'No number.' }, {});
  const { unit, value, cents } = inputNames('land');
  for (const texts of [
    { [unit]: 'hectare', land_ha: '' },
    { [unit]: 'acre_and_cents', [value]: '', [cents]: ' ' },
    { [unit]: 'bigha', [value]: '' },
  ])
    expect(v.parse(land, texts)).toEqual({ size: null });
  const wrong = v.safeParse(land, { [unit]: 'acre', [value]: 'much' });
  expect(wrong.issues?.[0].message).toBe('No number.');
});
