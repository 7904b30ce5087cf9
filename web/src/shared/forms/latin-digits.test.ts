import { expect, test } from 'vitest';
import { latinDigits } from './latin-digits';

test.each([
  ['Devanagari', '०१२३४५६७८९'],
  ['Bengali', '০১২৩৪৫৬৭৮৯'],
  ['Gurmukhi', '੦੧੨੩੪੫੬੭੮੯'],
  ['Gujarati', '૦૧૨૩૪૫૬૭૮૯'],
  ['Odia', '୦୧୨୩୪୫୬୭୮୯'],
  ['Tamil', '௦௧௨௩௪௫௬௭௮௯'],
  ['Telugu', '౦౧౨౩౪౫౬౭౮౯'],
  ['Kannada', '೦೧೨೩೪೫೬೭೮೯'],
  ['Malayalam', '൦൧൨൩൪൫൬൭൮൯'],
  ['Urdu', '۰۱۲۳۴۵۶۷۸۹'],
  ['Arabic', '٠١٢٣٤٥٦٧٨٩'],
  ['Ol Chiki', '᱐᱑᱒᱓᱔᱕᱖᱗᱘᱙'],
  ['Meetei Mayek', '꯰꯱꯲꯳꯴꯵꯶꯷꯸꯹'],
  ['wide', '０１２３４５６７８９'],
])('%s digits are digits', (_, digits) => {
  expect(latinDigits(digits)).toBe('0123456789');
  expect(latinDigits(`${digits[1]}.${digits[2]}5 ஏக்கர்`)).toBe('1.25 ஏக்கர்');
});

test('other signs of these scripts are none', () => {
  for (const text of ['௰', '௱', 'ௐ', '।', 'अ', '½', '𝟙']) expect(latinDigits(text)).toBe(text);
});
