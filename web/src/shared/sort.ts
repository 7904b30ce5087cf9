export type Direction = 'ascending' | 'descending';

/** Returns a new list sorted by one figure. The sort is stable. */
export function sortedBy<Row>(
  rows: readonly Row[],
  figure: (row: Row) => number,
  direction: Direction,
): Row[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return [...rows].sort((a, b) => sign * (figure(a) - figure(b)));
}

export const opposite = (direction: Direction): Direction =>
  direction === 'ascending' ? 'descending' : 'ascending';
