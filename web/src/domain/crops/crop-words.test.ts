import { expect, test, vi } from 'vitest';
import { initials } from '@/shared/ui/avatar';
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

test('case follows the language of the app, and not that of the phone', () => {
  const [lower, upper] = [
    vi.spyOn(String.prototype, 'toLocaleLowerCase'),
    vi.spyOn(String.prototype, 'toLocaleUpperCase'),
  ];
  cropTitle('ragi');
  initials('indira');
  for (const spy of [lower, upper]) {
    expect(spy).toHaveBeenCalled();
    for (const given of spy.mock.calls) expect(given).toEqual(['en']);
  }
});
