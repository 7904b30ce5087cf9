import { expect, test } from 'vitest';
import { leadsBack } from './after-saving';

test('back one step if the history is longer than 2, otherwise to the dashboard', () => {
  expect([1, 2, 3].map(leadsBack)).toEqual([false, false, true]);
});
