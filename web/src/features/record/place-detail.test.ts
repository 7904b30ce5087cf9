import { expect, test } from 'vitest';
import type { FarmerRecord } from '@/shared/api/shapes';
import { placeDetail } from './place-detail';

const erode = { key: 'tn-erode', name: 'Erode', state: 'Tamil Nadu', region: 'IN-TN' };
const record: FarmerRecord = {
  email: 'meena@example.org',
  number: '98765',
  place: 'Bhavani',
  district: null,
  place_status: 'unknown',
  candidates: [],
  npk: { n: 0, p: 0, k: 0 },
  known_crops: [],
  complete: true,
};

test('a saved place says its district, or asks for it', () => {
  expect(placeDetail({ ...record, district: erode, place_status: 'resolved' })).toBe('Erode, Tamil Nadu');
  expect(placeDetail(record)).toBe('No climate is known for this place.');
  expect(placeDetail({ ...record, place_status: 'ambiguous', candidates: [erode] })).toBe(
    'Which district is it in?',
  );
  expect(placeDetail({ ...record, place: '', place_status: 'missing' })).toBeUndefined();
});
