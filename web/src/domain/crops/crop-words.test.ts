import { expect, test } from 'vitest';
import { cropName } from './crop-names';
import { cropInSentence, cropTitle } from './crop-words';
import { displayName } from './display-names';

test('a crop is named by its key as tables, titles, cards and sentences name it', () => {
  expect(cropName('blackGram')).toBe('BLACK GRAM');
  expect(cropTitle('blackGram')).toBe('Black gram');
  expect(displayName('blackGram')).toBe('Black Gram');
  expect(cropInSentence('blackGram')).toBe('black gram');
  expect([cropName('cholam'), displayName('cholam')]).toEqual(['CHOLAM', 'Sorghum']);
  expect([cropName('cotton'), displayName('cotton')]).toEqual(['COTTON', 'Cotton']);
});

test('a crop that the app does not know is named by its key', () => {
  expect([cropName('quinoa'), displayName('quinoa')]).toEqual(['quinoa', 'quinoa']);
});
