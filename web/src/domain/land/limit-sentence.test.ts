import { expect, test } from 'vitest';
import { limitSentence } from './limit-sentence';

test('a lack of rain is said in round millimetres, with what helps', () => {
  expect(limitSentence({ kind: 'water-deficit', amount: 1387 })).toBe(
    'Needs about 1,400 mm more water than your rain gives: irrigate.',
  );
});

test('too much rain is said in round millimetres, with what helps', () => {
  expect(limitSentence({ kind: 'water-excess', amount: 1512 })).toBe(
    'Your rain gives about 1,500 mm more water than it likes: let the field drain.',
  );
});

test('cold and heat are said in degrees, a killing frost without a figure', () => {
  expect(limitSentence({ kind: 'too-cold', amount: 3.4 })).toContain('about 3.4 °C colder than it likes');
  expect(limitSentence({ kind: 'too-hot', amount: 2 })).toContain('about 2 °C hotter than it likes');
  expect(limitSentence({ kind: 'killing-frost', amount: null })).toMatch(/^A frost that kills it/);
});

test('a limit of a later version is left out', () => {
  expect(limitSentence({ kind: 'locusts', amount: 1 })).toBeNull();
});
