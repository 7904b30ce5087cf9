import { expect, test } from 'vitest';
import { pinCode, placeAfterChoice } from './place-text';

const erode = {
  key: 'tn-erode',
  name: 'Erode',
  state: 'Tamil Nadu',
  region: 'IN-TN',
  matched_name: null,
  subdistrict: null,
};

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

test.each([
  ['638052', '638052'],
  ['Perundurai 638 052', '638 052'],
  ['பெருந்துறை ௬௩௮௦௫௨', '638052'],
  ['98765 43210', undefined],
  ['Erode', undefined],
])('the PIN code of %j is %j', (text, pin) => {
  expect(pinCode(text)).toBe(pin);
});

test('a text with a PIN code stays as it was typed', () => {
  expect(placeAfterChoice('Perundurai 638051', erode)).toBe('Perundurai 638051');
});

test('a name in its own script stays in it', () => {
  expect(placeAfterChoice('பவானி, ஈரோ', { ...erode, matched_name: 'ஈரோடு' })).toBe('பவானி, ஈரோடு');
  expect(placeAfterChoice('Tric', { ...erode, matched_name: 'Trichy' })).toBe('Erode, Tamil Nadu');
});

test('a choice by its sub-district keeps the sub-district', () => {
  const sambhal = { ...erode, key: 'up-sambhal', name: 'Sambhal', state: 'Uttar Pradesh', region: 'IN-UP' };
  const chosen = { ...sambhal, subdistrict: 'Chandausi' };
  for (const [typed, place] of [
    ['Chandau', 'Chandausi, Sambhal, Uttar Pradesh'],
    ['Chandausi, Uttar', 'Chandausi, Sambhal, Uttar Pradesh'],
    ['Rampur, Chandausi, Ut', 'Rampur, Chandausi, Sambhal, Uttar Pradesh'],
  ] as const) {
    expect(placeAfterChoice(typed, chosen)).toBe(place);
  }
});
