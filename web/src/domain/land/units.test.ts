import { expect, test } from 'vitest';
import {
  amountOf,
  enteredAmount,
  fieldAmountWithHectares,
  hectaresInWords,
  unitInWords,
  unitsToTheAcre,
} from './units';

test('a size is said as it was entered', () => {
  const said = (value: number, unit: Parameters<typeof enteredAmount>[0]['unit']) =>
    enteredAmount({ value, unit });
  expect(said(1.25, 'acre_and_cents')).toBe('1 acre 25 cents');
  expect(said(2, 'acre_and_cents')).toBe('2 acres');
  expect(said(0.01, 'acre_and_cents')).toBe('1 cent');
  expect(said(2.25, 'acre')).toBe('2.25 acres');
  expect(said(0.29, 'acre_and_cents')).toBe('29 cents');
  expect(said(3, 'bigha')).toBe('3 bigha');
});

test('hectares stand beside it', () => {
  const entered = { value: 2, unit: 'acre', unit_square_metres: null } as const;
  expect(fieldAmountWithHectares({ field_size_ha: 0.8094, entered })).toBe('2 acres (0.81 hectare)');
  expect(fieldAmountWithHectares({ field_size_ha: 1.25, entered: null })).toBe('1.25 hectares');
  expect(hectaresInWords(0.004)).toBe('0.004 hectare');
});

test('a part of a hectare is said in one form everywhere', () => {
  for (const [figure, said] of [
    ['0.5', '0.5 hectare'],
    ['1', '1 hectare'],
    ['1.5', '1.5 hectares'],
  ] as const) {
    expect(amountOf(figure, 'hectare')).toBe(said);
    expect(hectaresInWords(Number(figure))).toBe(said);
  }
  // A figure stays as it was typed.
  expect(amountOf('1000', 'hectare')).toBe('1000 hectares');
});

test('the size of a unit is said in words that can be compared', () => {
  expect(unitInWords('bigha', 2529.285264)).toBe('1 bigha = 0.25 hectare');
  expect(unitInWords('bigha', 843.095088)).toBe('1 bigha = 843 square metres');
  expect(unitsToTheAcre('bigha', 2529.285264)).toBe('about 1.6 bigha make one acre');
  expect(unitInWords('kuli', 13.37803776)).toBe('1 kuli = 13.4 square metres');
  expect(unitsToTheAcre('kuli', 13.37803776)).toBe('about 300 kuli make one acre');
});
