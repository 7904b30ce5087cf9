import { expect, test } from 'vitest';
import { changed, partOf } from './record-changes';

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
  last_crop: null,
  outside_crops: [],
  soil_test: null,
};

const crops = (crop: string, known: boolean) =>
  changed(record, { kind: 'known-crop', body: { crop, known } }).known_crops;

test('a crop in the list is removed, otherwise it is added, and never twice', () => {
  expect(crops('maize', false)).toEqual(['onion']);
  expect(crops('paddy', true)).toEqual(['maize', 'onion', 'paddy']);
  expect(crops('onion', true)).toEqual(['maize', 'onion']);
});

test('what stood last is called by its name while it waits, which no other record is compared by', () => {
  const body = { last_crop: 'wheat', name: 'गेहूं' };
  const said = changed(record, { kind: 'last-crop', body });
  expect(said).toEqual({ ...record, last_crop: 'wheat' });
  expect(partOf('last-crop', said)).toBe(JSON.stringify({ last_crop: 'wheat' }));
});

test('land in a unit is shown in hectares, too, as far as the size of the unit is known', () => {
  const offered = [{ unit: 'acre' as const, square_metres: 4046.8564224, choices: [], believed: null }];
  const units = { ...record.land_units, offered };
  const land = { value: 5, unit: 'acre' as const };
  const saved = changed({ ...record, land_units: units }, { kind: 'land', body: { land } });
  expect(saved.land_ha).toBeCloseTo(2.0234, 4);
  expect(saved.land_entered).toEqual({ ...land, unit_square_metres: null });
});
