import { expect, test } from 'vitest';
import { aboutTonnes, compact, roundTonnes } from './lakhs';

test('a weight is told in lakh or crore with two digits, and not at all where its figure is short', () => {
  expect([21_340_000, -10_694_000, 457_000, 9_990_000, 99_900, 0].map(aboutTonnes)).toEqual([
    'about 2.1 crore tonnes',
    'about -1.1 crore tonnes',
    'about 4.6 lakh tonnes',
    'about 1 crore tonnes',
    'about 1 lakh tonnes',
    '',
  ]);
});

test.each([
  [9_234_298, '92.3 lakh t'],
  [466_100_667, '46.6 crore t'],
  [12_345_678_901, '1,230 crore t'],
  [99_950, '1 lakh t'],
  [23_456, '23,500 t'],
  [1.5, '1.5 t'],
  [0.025, '0.025 t'],
  [0, '0 t'],
])('%d tonnes in a sentence are %s', (value, expected) => {
  expect(roundTonnes(value)).toBe(expected.replaceAll(' ', '\u00a0'));
});

test.each([
  [477_398_686, '47.7 Cr'],
  [280_112, '2.8 L'],
  [0, '0'],
  [5, '5'],
  [99.95, '100'],
  [999.7, '1 K'],
  [28_011, '28 K'],
  [99_950, '1 L'],
  [9_999_999, '1 Cr'],
  [15e8, '150 Cr'],
  [123e8, '1,230 Cr'],
])('a chart label of %d is %s', (value, expected) => {
  expect(compact(value)).toBe(expected.replaceAll(' ', '\u00a0'));
});
