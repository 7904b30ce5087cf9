import { expect, test } from 'vitest';
import { cropInSentence, cropTitle } from './crop-words';

test('a crop has capitals as a heading or a sentence has them', () => {
  expect(cropTitle('BLACK GRAM')).toBe('Black gram');
  expect(cropInSentence('BLACK GRAM')).toBe('black gram');
});

test('scripts without capitals stay as they are', () => {
  expect(cropTitle('உளுந்து')).toBe('உளுந்து');
  expect(cropInSentence('उड़द')).toBe('उड़द');
});
