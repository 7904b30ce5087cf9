import { expect, test } from 'vitest';
import { isOfGroup } from './form-fields';

test.each([
  ['field_size_ha', 'field_size.unit', true],
  ['field_size.value', 'field_size.cents', true],
  ['field_size.value', 'field_size', true],
  ['land_ha', 'field_size_ha', false],
  ['sown_on', 'field_size_ha', false],
])('%s and %s tell one thing together: %s', (name, other, expected) => {
  expect(isOfGroup(name, other)).toBe(expected);
});
