import { afterEach, expect, test } from 'vitest';
import { isOpened, keepOpened } from '../ui/disclosure';

afterEach(() => {
  for (const name of ['field', 'more maize']) keepOpened(name, false);
});

test('what was opened stays open on this device until it is closed, each for itself', () => {
  expect(isOpened('field')).toBe(false);
  keepOpened('field', true);
  keepOpened('more maize', true);
  keepOpened('more maize', true);
  expect([isOpened('field'), isOpened('more maize'), isOpened('more')]).toEqual([true, true, false]);
  keepOpened('field', false);
  expect([isOpened('field'), isOpened('more maize')]).toEqual([false, true]);
});
