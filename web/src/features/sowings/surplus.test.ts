import { expect, test } from 'vitest';
import type { Advice } from '@/shared/api/advice';
import { advisedCrop } from '@/testing/advice';
import { demandRow } from '@/testing/demand';
import { comparison } from './sow-form';

const rows = [
  demandRow('paddy', 12, { is_beyond_error: true }),
  demandRow('maize', 7, { is_beyond_error: true }),
  demandRow('onion', 10.5),
];
const advice = (names: readonly string[], all_full = false) =>
  ({ all_full, advice: names.map((name) => advisedCrop({ crop: name.toLowerCase() })) }) as Advice;

test('a crop that is wanted needs no comparison', () => {
  expect(comparison('maize', rows, advice(['RAGI']))).toBeNull();
  expect(comparison('cotton', rows, undefined)).toBeNull();
});

test('a surplus within the error of the figure is none', () => {
  expect(comparison('onion', rows, advice(['RAGI']))).toBeNull();
});

test.each([
  [undefined, 'Compare with all crops', '/demand'],
  [advice([]), 'Compare with all crops', '/demand'],
  [advice(['RAGI'], true), 'Compare with all crops', '/demand'],
  [advice(['PADDY']), 'Compare with all crops', '/demand'],
  [advice(['RAGI']), 'Compare with ragi', '/advice'],
  [advice(['PADDY', 'RAGI', 'COTTON']), 'Compare with ragi and cotton', '/advice'],
])('a crop in surplus is compared with the advice, if there is any: %#', (told, label, href) => {
  expect(comparison('paddy', rows, told)).toEqual({ label, href });
});
