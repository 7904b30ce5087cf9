import { expect, test } from 'vitest';
import { aboutTonnes } from './about-tonnes';

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
