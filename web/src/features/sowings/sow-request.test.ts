import { expect, test } from 'vitest';
import { requestedCrop } from '@/pages/sow-page';
import type { Crop } from '@/shared/api/crops';

const groundnut: Crop = {
  crop: 'groundnut',
  name: 'GROUNDNUT',
  display_name: 'Groundnut',
  slug: 'groundnut',
  emoji: '',
  tamil_name: 'நிலக்கடலை',
  hindi_name: 'मूंगफली',
  other_names: ['Peanut'],
  yield_min_kg_per_ha: 1400,
  yield_max_kg_per_ha: 3400,
};
const email = 'meena@example.org';

test('a crop name and the own e-mail fix the crop', () => {
  expect(requestedCrop({ email, cropName: 'GROUNDNUT' }, email, [groundnut])).toBe(groundnut);
});

test.each([
  ['nothing', null],
  ['no e-mail', { cropName: 'GROUNDNUT' }],
  ['no crop', { email }],
  ['another farmer', { email: 'else@example.org', cropName: 'GROUNDNUT' }],
  ['a crop that is none', { email, cropName: 'WHEAT' }],
  ['wrong types', { email: 1, cropName: ['GROUNDNUT'] }],
  ['a bare text', 'GROUNDNUT'],
])('a state with %s fixes none', (_, state) => {
  expect(requestedCrop(state, email, [groundnut])).toBeUndefined();
});
