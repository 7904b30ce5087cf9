import { expect, test } from 'vitest';
import type { FarmerRecord } from '@/shared/api/record';
import { placeDetail, placeQuestion } from './place-detail';

const erode = { key: 'tn-erode', name: 'Erode', state: 'Tamil Nadu', region: 'IN-TN' };
const salem = { key: 'tn-salem', name: 'Salem', state: 'Tamil Nadu', region: 'IN-TN' };
const record: FarmerRecord = {
  email: 'meena@example.org',
  number: '98765',
  place: 'Bhavani',
  district: null,
  place_status: 'unknown',
  candidates: [],
  npk: { n: 0, p: 0, k: 0 },
  known_crops: [],
  usual_yields: [],
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

test('a saved place says its district, or asks for it', () => {
  expect(placeDetail({ ...record, district: erode, place_status: 'resolved' })).toBe('Erode, Tamil Nadu');
  expect(placeDetail(record)).toBe('No climate is known for this place.');
  expect(placeDetail({ ...record, place_status: 'ambiguous', candidates: [erode, salem] })).toBe(
    'Which district is it in?',
  );
  expect(placeDetail({ ...record, place: '', place_status: 'missing' })).toBeUndefined();
});

test('the one district that a place seems to lie in is named, several are asked for', () => {
  const village: FarmerRecord = { ...record, place: 'Perundurai Erode', place_status: 'ambiguous' };
  const one = { ...village, candidates: [erode] };
  expect(placeDetail(one)).toBe('Is it in Erode, Tamil Nadu?');
  expect(placeQuestion(one)).toBe(
    '‘Perundurai Erode’ seems to be in Erode, Tamil Nadu. Is that your district?',
  );
  expect(placeQuestion({ ...village, candidates: [erode, salem] })).toBe(
    'Which district is ‘Perundurai Erode’ in?',
  );
});
