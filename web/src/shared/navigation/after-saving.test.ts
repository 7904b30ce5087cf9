import { expect, test } from 'vitest';
import { leadsBack } from './after-saving';

test('back one step if the history is longer than 2, otherwise to the dashboard', () => {
  expect([1, 2, 3].map((length) => leadsBack(length, true))).toEqual([false, false, true]);
});

test('a farmer who came from another site stays in Grow', () => {
  expect([1, 2, 3, 40].map((length) => leadsBack(length, false))).toEqual([false, false, false, false]);
});
