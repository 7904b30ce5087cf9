import { expect, test } from 'vitest';
import { roundTonnes } from './round-tonnes';

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
