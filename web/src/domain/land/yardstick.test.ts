import { expect, test } from 'vitest';
import type { LandUnits } from '@/shared/api/land-size';
import { yardstick } from './yardstick';

const bigha = (square_metres: number | null): LandUnits['offered'][number] => ({
  unit: 'bigha',
  square_metres,
  choices: [],
  believed: null,
});

test.each<[string, LandUnits, string, number]>([
  ['nothing', { preferred: null, usual: 'hectare', offered: [] }, 'a hectare', 1],
  ['cents', { preferred: 'cent', usual: 'hectare', offered: [] }, 'an acre', 0.40468564224],
  [
    'bigha of a known size',
    { preferred: 'bigha', usual: 'hectare', offered: [bigha(2500)] },
    'a bigha',
    0.25,
  ],
  [
    'bigha of a size that is not told',
    { preferred: 'bigha', usual: 'hectare', offered: [bigha(null)] },
    'a hectare',
    1,
  ],
])('who measures in %s reckons by it', (_, units, each, hectares) => {
  const piece = yardstick(units);
  expect(piece.each).toBe(each);
  expect(piece.hectares).toBeCloseTo(hectares, 10);
});
