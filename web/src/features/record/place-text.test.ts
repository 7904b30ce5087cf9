import { expect, test } from 'vitest';
import { placeAfterChoice } from './place-text';

const erode = { key: 'tn-erode', name: 'Erode', state: 'Tamil Nadu', region: 'IN-TN', matched_name: null };

test('a choice keeps the village and completes the rest', () => {
  for (const [typed, place] of [
    ['Ero', 'Erode, Tamil Nadu'],
    ['Bhavani, Ero', 'Bhavani, Erode, Tamil Nadu'],
    ['Erode, Ta', 'Erode, Tamil Nadu'],
    ['Bhavani, erode, tamil nadu', 'Bhavani, Erode, Tamil Nadu'],
    [' , Ero', 'Erode, Tamil Nadu'],
  ] as const) {
    expect(placeAfterChoice(typed, erode)).toBe(place);
  }
});

test('a name in its own script stays in it', () => {
  expect(placeAfterChoice('பவானி, ஈரோ', { ...erode, matched_name: 'ஈரோடு' })).toBe('பவானி, ஈரோடு');
  expect(placeAfterChoice('Tric', { ...erode, matched_name: 'Trichy' })).toBe('Erode, Tamil Nadu');
});
