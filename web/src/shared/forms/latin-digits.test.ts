import { expect, test } from 'vitest';
import { latinDigits } from './latin-digits';

test('Tamil and Devanagari digits are digits', () => {
  expect(latinDigits('௦௧௨௩௪௫௬௭௮௯')).toBe('0123456789');
  expect(latinDigits('०१२३४५६७८९')).toBe('0123456789');
  expect(latinDigits('௧.२5 ஏக்கர்')).toBe('1.25 ஏக்கர்');
});

test('other signs of these scripts are none', () => {
  for (const text of ['௰', '௱', 'ௐ', '।', 'अ', '٣']) expect(latinDigits(text)).toBe(text);
});
