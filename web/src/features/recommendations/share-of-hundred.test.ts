import { expect, test } from 'vitest';
import { shareOfHundred } from './crop-reasons';

test.each([
  [0.231415, 23],
  [0.235, 24],
  [0.1049, 10],
  [0, 0],
])('a share of %d is %d of every 100 hectares', (share, hectares) => {
  expect(shareOfHundred(share)).toBe(hectares);
});
