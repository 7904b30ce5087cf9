import { expect, test } from 'vitest';
import { isOfInputMethod, nextActive } from './combobox';

test('the arrows walk through the list and back into the text', () => {
  const walk = (key: string) => [-1, 0, 1, 2].map((active) => nextActive(key, active, 3));
  expect(walk('ArrowDown')).toEqual([0, 1, 2, -1]);
  expect(walk('ArrowUp')).toEqual([2, -1, 0, 1]);
});

test('Home and End belong to the text until an option is active', () => {
  expect(nextActive('Home', -1, 3)).toBeUndefined();
  expect(nextActive('End', -1, 3)).toBeUndefined();
  expect(nextActive('Home', 2, 3)).toBe(0);
  expect(nextActive('End', 0, 3)).toBe(2);
});

test('without options, and for any other key, the text is a plain text', () => {
  expect(nextActive('ArrowDown', -1, 0)).toBeUndefined();
  expect(nextActive('a', 1, 3)).toBeUndefined();
});

test.each([
  ['Enter that ends a composition in Chrome', 229, true, false, -1, true],
  ['Enter that ends a composition in Safari', 229, false, true, -1, true],
  ['Enter of an Android keyboard', 229, false, false, -1, false],
  ['Enter of an Android keyboard after the arrow keys', 229, true, false, 1, false],
  ['an arrow key of an Android keyboard that composes each word', 40, true, false, -1, false],
  ['Enter', 13, false, true, -1, false],
])('%s', (_, keyCode, isComposing, hasComposed, active, expected) => {
  expect(isOfInputMethod({ keyCode, isComposing }, hasComposed, active)).toBe(expected);
});
