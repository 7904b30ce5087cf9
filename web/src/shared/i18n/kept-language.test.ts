import { expect, test } from 'vitest';
import { linkedLanguage } from './kept-language';

test.each([
  ['https://grow.example/demand?lang=ta', 'ta', '/demand'],
  ['https://grow.example/demand?region=IN-TN&lang=hi', 'hi', '/demand?region=IN-TN'],
  ['https://grow.example/crop-detail/paddy?lang=ta-IN#soil', 'ta', '/crop-detail/paddy#soil'],
  ['https://grow.example/demand?lang=', '', '/demand'],
])('the address %s names %j and leaves %s', (address, language, rest) => {
  expect(linkedLanguage(address)).toEqual({ language, rest });
});

test.each(['https://grow.example/demand?region=IN-TN', 'https://grow.example/login'])(
  'the address %s names no language',
  (address) => {
    expect(linkedLanguage(address)).toBeNull();
  },
);
