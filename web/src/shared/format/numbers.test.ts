import { expect, test } from 'vitest';
import * as field from './field-figures';
import * as numbers from './numbers';

test('figures stand in the Indian grouping', () => {
  expect(numbers.tonnes(1234567.89)).toBe('12,34,567.890');
  expect(numbers.kilograms(3000)).toBe('3,000');
});

test('figures are those of Intl.NumberFormat in India', () => {
  const values = [
    0,
    0.0005,
    0.005,
    0.5,
    1.005,
    999.9995,
    1000,
    12345.678,
    99999.999,
    1e5,
    123456789.123,
    4.77398686e8,
    1e11,
    2 ** 40 / 7,
  ];
  for (const decimals of [0, 2, 3, 5]) {
    const format = new Intl.NumberFormat('en-IN', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      signDisplay: 'negative',
    });
    const ours = { 0: numbers.whole, 2: numbers.need, 3: numbers.tonnes, 5: numbers.percentLong }[decimals];
    for (const value of [...values, ...values.map((value) => -value)]) {
      expect(ours?.(value), `${value} with ${decimals} decimals`).toBe(format.format(value));
    }
  }
});

test('Demand and Met show 3 decimals, need and totals 2, percent 5 on the demand table and 2 elsewhere', () => {
  expect(numbers.tonnes(3)).toBe('3.000');
  expect(numbers.need(3)).toBe('3.00');
  expect(numbers.total(3)).toBe('3.00');
  expect(numbers.percentLong(45.1)).toBe('45.10000');
  expect(numbers.percent(45.1)).toBe('45.10');
  expect(field.hectares(1.25)).toBe('1.25');
});

test('a probability shows 3 decimals', () => {
  expect(field.probability(0.3)).toBe('0.300');
  expect(field.probability(0.10049)).toBe('0.100');
});

test('a figure after about is round, a dose has at most one decimal', () => {
  expect([1387.4, 86, 3.46].map(field.about)).toEqual(['1,400', '86', '3.5']);
  expect([62.5, 2, 0.04].map(field.tenths)).toEqual(['62.5', '2', '0']);
});

test('a need that rounds to nothing carries no minus', () => {
  expect(numbers.need(-0.001)).toBe('0.00');
  expect(numbers.need(-12.5)).toBe('-12.50');
});

test('a yield range in kg/ha is shown in tonnes', () => {
  expect(field.yieldRange(1400, 3400)).toBe('1.4 - 3.4');
  expect(field.yieldRange(450, 1400)).toBe('0.45 - 1.4');
  expect(field.yieldRange(29000, 78000)).toBe('29 - 78');
});
