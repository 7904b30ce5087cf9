import { expect, test } from 'vitest';
import { withCrop } from './use-toggle-crop';

const record = {
  email: 'meena@example.org',
  number: '',
  place: '',
  district: null,
  place_status: 'missing' as const,
  candidates: [],
  npk: { n: 0, p: 0, k: 0 },
  known_crops: ['maize', 'onion'],
  usual_yields: [],
  complete: false,
  revision: 1,
  land_ha: null,
  land_entered: null,
  land_units: { preferred: null, usual: 'acre' as const, offered: [] },
  water: null,
  soil: null,
  soil_test: null,
};

test('a crop in the list is removed, otherwise it is added, and never twice', () => {
  expect(withCrop(record, { crop: 'maize', known: false }).known_crops).toEqual(['onion']);
  expect(withCrop(record, { crop: 'paddy', known: true }).known_crops).toEqual(['maize', 'onion', 'paddy']);
  expect(withCrop(record, { crop: 'onion', known: true }).known_crops).toEqual(['maize', 'onion']);
});
