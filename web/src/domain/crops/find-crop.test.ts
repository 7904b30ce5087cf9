import { expect, test } from 'vitest';
import { findCrop } from '@/pages/sow-page';
import type { Crop } from '@/shared/api/crops';

const crops: Crop[] = [
  {
    crop: 'redGram',
    name: 'RED GRAM',
    display_name: 'Red Gram',
    slug: 'red-gram',
    emoji: '',
    tamil_name: 'துவரை',
    hindi_name: 'अरहर',
    other_names: ['Tur'],
    yield_min_kg_per_ha: 700,
    yield_max_kg_per_ha: 1900,
  },
];

test.each(['redGram', 'RED GRAM', 'red gram', ' Red Gram ', 'red-gram'])('%j names the crop', (spelling) => {
  expect(findCrop(crops, spelling)?.crop).toBe('redGram');
});

test.each(['', 'wheat', '__proto__', '<script>'])('%j names none', (spelling) => {
  expect(findCrop(crops, spelling)).toBeUndefined();
});
