import { expect, test } from 'vitest';
import { draftedSize } from './saved-size';

test.each([
  [
    { 'field_size.unit': 'hectare', field_size_ha: '1.5' },
    { hectares: 1.5, entered: null },
  ],
  [
    { 'field_size.unit': 'acre_and_cents', 'field_size.value': '1', 'field_size.cents': '25' },
    { hectares: null, entered: { value: 1.25, unit: 'acre_and_cents', unit_square_metres: null } },
  ],
  [
    {
      'field_size.unit': 'bigha',
      'field_size.value': '3',
      'field_size.unit_square_metres': 'own',
      'field_size.own_square_metres': '1600',
    },
    { hectares: null, entered: { value: 3, unit: 'bigha', unit_square_metres: 1600 } },
  ],
  [{ 'field_size.unit': 'acre', 'field_size.value': '' }, undefined],
  [{ 'field_size.unit': 'of-its-own', 'field_size.value': '2' }, undefined],
  [{}, undefined],
])('the size in a draft of %j', (texts, size) => {
  expect(draftedSize('field_size', texts)).toEqual(size);
});
