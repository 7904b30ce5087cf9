import { expect, test } from 'vitest';
import { withoutLanguage } from './kept-language';

test.each([
  ['https://grow.example/demand?lang=ta', '/demand'],
  ['https://grow.example/demand?region=IN-TN&lang=hi', '/demand?region=IN-TN'],
  ['https://grow.example/crop-detail/paddy?lang=ta#soil', '/crop-detail/paddy#soil'],
  ['https://grow.example/demand?region=IN-TN', null],
  ['https://grow.example/login', null],
])('the address %s without its language is %s', (address, rest) => {
  expect(withoutLanguage(address)).toBe(rest);
});
