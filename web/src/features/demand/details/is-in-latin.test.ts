import { expect, test } from 'vitest';
import { isInLatin } from './figure-details';

test('words without letters of another script are marked as English', () => {
  expect(isInLatin('DES, 2nd advance estimates')).toBe(true);
  expect(isInLatin('வேளாண் அமைச்சகம் (DES) மதிப்பீடு')).toBe(false);
  expect(isInLatin('कृषि मंत्रालय, DES')).toBe(false);
  expect(isInLatin('2022-23')).toBe(false);
});
