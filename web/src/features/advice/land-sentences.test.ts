import { expect, test } from 'vitest';
import { advisedCrop } from '@/testing/advice';
import { growsHere, shareSentence, sourceSentence, wateredOf } from './land-sentences';

test.each([
  [null, 'Here 14 of 100 ha sown in these days grow it'],
  ['all_season', 'Here 14 of 100 watered ha sown in these days grow it'],
  ['once_or_twice', 'Here 14 of 100 ha with so much water, sown in these days, grow it'],
  ['rain_only', 'Here 14 of 100 rain-fed ha sown in these days grow it'],
] as const)('a share of the land of a field with water %s: %s', (water, expected) => {
  expect(growsHere(advisedCrop({ share_here: 0.14 }), water)).toBe(expected);
});

test('a share of less than half a hectare in 100 is told of 1,000', () => {
  expect(growsHere(advisedCrop({ share_here: 0.004 }), null)).toBe(
    'Here 4 of 1,000 ha sown in these days grow it',
  );
});

test('a share is never called a chance', () => {
  expect(shareSentence(advisedCrop({ share_here: 0.14 }), null)).toContain(
    'a share of the land, not a chance of success',
  );
});

test('figures on water that are not the own districts say whose they are', () => {
  expect(wateredOf(advisedCrop({ watered_of: 'own' }))).toBeNull();
  expect(wateredOf(advisedCrop({ watered_of: 'state' }))).toContain('other districts of your state');
  expect(wateredOf(advisedCrop({ watered_of: 'india' }))).toContain('India as a whole');
});

test('the own district is named as such', () => {
  const erode = { district: 'Erode', state: 'Tamil Nadu', is_own: true, share: 0.13 };
  expect(sourceSentence(erode)).toBe('Your district, Erode, all year: 13 of 100 hectares');
  expect(sourceSentence({ ...erode, is_own: false })).toBe('Erode, Tamil Nadu, all year: 13 of 100 hectares');
});
