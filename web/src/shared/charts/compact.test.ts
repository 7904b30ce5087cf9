import { expect, test } from 'vitest';
import { compact } from './compact';

test('a chart label is short and keeps its unit apart', () => {
  expect(compact(477398686)).toBe('47.7\u00a0Cr');
  expect(compact(280112)).toBe('2.8\u00a0L');
  expect(compact(0)).toBe('0');
});

test.each([
  [5, '5'],
  [99.95, '100'],
  [999.7, '1\u00a0K'],
  [28_011, '28\u00a0K'],
  [99_950, '1\u00a0L'],
  [9_999_999, '1\u00a0Cr'],
  [15e8, '150\u00a0Cr'],
  [123e8, '1,230\u00a0Cr'],
])('a chart label of %d is %s', (value, expected) => {
  expect(compact(value)).toBe(expected);
});
