import { expect, test } from 'vitest';
import type { FarmerRecord } from '@/shared/api/record';
import { stateYield, usualHarvest } from './usual-yield-note';

const groundnut = { crop: 'groundnut', min_kg_per_ha: 1790, max_kg_per_ha: 4260 };
const record: FarmerRecord = {
  email: 'meena@example.org',
  number: '98765',
  place: 'Erode',
  district: { key: 'tn-erode', name: 'Erode', state: 'Tamil Nadu', region: 'IN-TN' },
  place_status: 'resolved',
  candidates: [],
  npk: { n: 0, p: 0, k: 0 },
  known_crops: [],
  usual_yields: [groundnut],
  complete: true,
  revision: 1,
  land_ha: null,
  land_entered: null,
  land_units: { preferred: null, usual: 'acre', offered: [] },
  water: null,
  soil: null,
  last_crop: null,
  outside_crops: [],
  soil_test: null,
};

test.each([
  [1.25, false, 'Usual in Tamil Nadu: 2,200 to 5,300 kg on your field'],
  [0.1, true, 'Usual in Tamil Nadu: 180 to 430 kg on your field'],
  [0, false, 'Usual in Tamil Nadu: 1,790 to 4,260 kg per hectare'],
  [Number.NaN, true, 'Usual in Tamil Nadu: 724 to 1,724 kg per acre'],
])('%s hectares, in acres %s: %s', (hectares, inAcres, sentence) => {
  expect(usualHarvest({ state: 'Tamil Nadu', yield: groundnut }, hectares, inAcres)).toBe(sentence);
});

test('without a state, or without figures for it, nothing is said', () => {
  expect(stateYield(record, 'groundnut')).toEqual({ state: 'Tamil Nadu', yield: groundnut });
  expect(stateYield(record, 'potato')).toBeUndefined();
  expect(stateYield({ ...record, district: null, usual_yields: [] }, 'groundnut')).toBeUndefined();
  expect(stateYield(undefined, 'groundnut')).toBeUndefined();
});
