import { expect, test } from 'vitest';
import { initials } from './avatar';

test.each([
  ['Meena Devi', 'MD'],
  ['meena', 'M'],
  ['A. P. J. Abdul Kalam', 'AK'],
  ['', ''],
  ['  ', ''],
  ['கார்த்திக் சுந்தரம்', 'கா'],
  ['क्षमा देवी', 'क्ष'],
  ['\u202Emurugan\u202C selvam', 'MS'],
  ['\u202E', ''],
  ['𝒳avier 😀', '𝒳😀'],
  ['🇮🇳 Murugan', '🇮🇳M'],
  ['👨‍👩‍👧‍👦🌾', '👨‍👩‍👧‍👦'],
  ['👩🏽‍🌾 Devi', '👩🏽‍🌾D'],
  ['❤️ Meena', '❤️M'],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['\u200d', ''],
  ['क्‍षमा', 'क्‍ष'],
])('%j has the initials %j', (name, expected) => {
  expect(initials(name)).toBe(expected);
});
