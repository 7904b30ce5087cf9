import { expect, test } from 'vitest';
import { opposite, sortedBy } from './sort';

test('rows are sorted by a figure, both ways, and equal ones keep their order', () => {
  const rows = [
    { name: 'a', met: 1 },
    { name: 'b', met: 2 },
    { name: 'c', met: 1 },
  ];
  const names = (direction: 'ascending' | 'descending') =>
    sortedBy(rows, (row) => row.met, direction).map((row) => row.name);
  expect(names('descending')).toEqual(['b', 'a', 'c']);
  expect(names('ascending')).toEqual(['a', 'c', 'b']);
  expect(opposite('descending')).toBe('ascending');
});
