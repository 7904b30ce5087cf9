import { expect, test } from 'vitest';
import type { FarmerRecord } from '@/shared/api/record';
import { fromField, perHectare, stateYield } from './usual-yield';

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
  land_ha: null,
  land_entered: null,
  land_units: { preferred: null, usual: 'acre', offered: [] },
  water: null,
  soil: null,
  soil_test: null,
};

test('farmers of the state usually get a range, also from the own field', () => {
  expect(perHectare(groundnut, false)).toBe('1,790 to 4,260 kg per hectare');
  expect(fromField(groundnut, 1.25, false)).toBe('about 2.2 to 5.3 tonnes from your 1.25 ha');
  expect(fromField(groundnut, 0.1, false)).toBe('about 180 to 430 kg from your 0.1 ha');
  expect(fromField({ ...groundnut, min_kg_per_ha: 80_140, max_kg_per_ha: 106_360 }, 1000, false)).toBe(
    'about 80,000 to 1,10,000 tonnes from your 1,000 ha',
  );
});

test('who thinks in acres is told by the acre', () => {
  expect(perHectare(groundnut, true)).toBe('724 to 1,724 kg per acre');
  expect(fromField(groundnut, 0.8094, true)).toBe('about 1.4 to 3.4 tonnes from your 2 acres');
});

test('without a state, or without figures for it, nothing is said', () => {
  expect(stateYield(record, 'groundnut')).toEqual({ state: 'Tamil Nadu', yield: groundnut });
  expect(stateYield(record, 'potato')).toBeUndefined();
  expect(stateYield({ ...record, district: null, usual_yields: [] }, 'groundnut')).toBeUndefined();
  expect(stateYield(undefined, 'groundnut')).toBeUndefined();
});
