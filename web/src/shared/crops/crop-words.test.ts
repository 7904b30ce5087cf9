import { expect, test } from 'vitest';
import { cropName, cropNames } from './crop-names';
import { cropInSentence, cropTitle } from './crop-words';
import { displayName, displayNames } from './display-names';

test('a crop is named by its key as tables, titles, cards and sentences name it', () => {
  expect(cropName('blackGram')).toBe('BLACK GRAM');
  expect(cropTitle('blackGram')).toBe('Black gram');
  expect(displayName('blackGram')).toBe('Black Gram');
  expect(cropInSentence('blackGram')).toBe('black gram');
  expect([cropName('cholam'), displayName('cholam')]).toEqual(['CHOLAM', 'Sorghum']);
  expect([cropName('cotton'), displayName('cotton')]).toEqual(['COTTON', 'Cotton']);
});

test('each of the sixteen crops has both names', () => {
  expect(cropNames()).toHaveLength(16);
  expect(displayNames()).toHaveLength(16);
});
