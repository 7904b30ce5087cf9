import { expect, test } from 'vitest';
import { advisedCrop } from '@/shared/testing/advice';
import { growsHere, shareSentence, sourceSentence, waterNeeded, waterSentence } from './land-sentences';

test.each([
  [0.14, 'Grows well here: 14 of 100 ha'],
  [0.1, 'Grows well here: 10 of 100 ha'],
  [0.06, 'Grows here: 6 of 100 ha'],
])('a share of %d: %s', (share_here, expected) => {
  expect(growsHere(advisedCrop({ share_here }))).toBe(expected);
});

test('a share is never called a chance', () => {
  expect(shareSentence(advisedCrop({ share_here: 0.14 }))).toContain(
    'a share of the land, not a chance of success',
  );
});

test('the own district is named as such', () => {
  const erode = { district: 'Erode', state: 'Tamil Nadu', is_own: true, share: 0.13 };
  expect(sourceSentence(erode)).toBe('Your district, Erode: 13 of 100 hectares');
  expect(sourceSentence({ ...erode, is_own: false })).toBe('Erode, Tamil Nadu: 13 of 100 hectares');
});

test('water beyond the rain is told in round millimetres', () => {
  expect(waterNeeded({ water_short_mm: 118 })).toBe('Needs 120 mm of water beyond the rain');
  expect(waterNeeded({ water_short_mm: 0 })).toBe('The rain is enough for it');
  expect(waterSentence(advisedCrop())).toContain('About 120 mm must come from a well, a canal or a tank.');
  expect(waterSentence(advisedCrop({ water_short_mm: 0 }))).not.toContain('well');
});
