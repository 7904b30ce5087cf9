import { expect, test } from 'vitest';
import { ApiError } from '@/shared/api/problem';
import { beyondLand } from './plan-dialog';

const refused = (land_ha: number, planned_ha: number) =>
  new ApiError('plans-beyond-land', 422, '', null, { own_land: { land_ha, planned_ha } });
const spaced = (text: string | null) => text?.replaceAll('\u00a0', ' ');

test.each([
  [
    0.9105,
    0.607,
    true,
    'Your plans take 1.5 acres already, so this field can have 0.75 acres. Plan a smaller one,',
  ],
  [
    0.9105,
    0.607,
    false,
    'Your plans take 0.61 hectare already, so this field can have 0.3 hectare. Plan a smaller',
  ],
  [
    0.9105,
    0.9105,
    true,
    'as you said, and your plans take 2.25 acres already. Drop a plan, or correct your land.',
  ],
  [
    0.9105,
    1.2,
    true,
    'as you said, and your plans take 2.97 acres already. Drop a plan, or correct your land.',
  ],
  [0.9105, 0, true, 'You have 2.25 acres of land, as you said. This field is larger. Plan a smaller one, or'],
])('of %d ha of land, plans take %d', (land, planned, inAcres, expected) => {
  expect(spaced(beyondLand(refused(land, planned), inAcres))).toContain(expected);
});

test('another refusal is not about land', () => {
  expect(beyondLand(new ApiError('too-many-intentions', 422, '', null, { plans: 50 }), true)).toBeNull();
  expect(beyondLand(new ApiError('plans-beyond-land', 422, ''), true)).toBeNull();
});
