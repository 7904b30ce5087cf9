import { expect, test } from 'vitest';
import { COLUMNS, levelOf, ratioText, TILES, type Tile, tileAfter } from './tiles';

/** Codes of the server (crates/domain/src/region.rs). */
const CODES =
  'AN AP AR AS BR CH CG DH DL GA GJ HR HP JK JH KA KL LA LD MP MH MN ML MZ NL OD PY PB RJ SK TN TS TR UP UK WB';

const named = (letters: string): Tile => {
  const tile = TILES.find((one) => one.letters === letters);
  if (!tile) throw new Error(`No tile ${letters}`);
  return tile;
};

test('each of the 36 states and union territories has exactly one square', () => {
  expect(TILES.map(({ letters }) => letters).toSorted()).toEqual(CODES.split(' ').toSorted());
  expect(TILES.map(({ region }) => region)).toContain('IN-TN');
});

test('no two squares are at the same place', () => {
  expect(new Set(TILES.map(({ row, column }) => `${row} ${column}`)).size).toBe(36);
});

test('the squares lie as India does, in seven columns, so that they fit a phone', () => {
  expect(COLUMNS).toBe(7);
  const rows = TILES.map(({ row }) => row);
  for (const north of ['JK', 'LA']) expect(named(north).row).toBe(Math.min(...rows));
  for (const south of ['KL', 'TN', 'LD', 'AN']) expect(named(south).row).toBe(Math.max(...rows));
  for (const west of ['GJ', 'RJ', 'LD']) expect(named(west).column).toBe(1);
  for (const east of ['AR', 'NL', 'MN']) expect(named(east).column).toBe(COLUMNS);
  expect(named('LD').column).toBeLessThan(named('KL').column);
  expect(named('AN').column).toBeGreaterThan(named('TN').column);
});

test.each([
  ['KA', 'ArrowRight', 'TS'],
  ['KA', 'ArrowDown', 'KL'],
  ['PY', 'ArrowRight', 'AN'],
  ['UK', 'ArrowRight', 'SK'],
  ['TN', 'ArrowUp', 'TS'],
  ['TN', 'Home', 'JK'],
  ['TN', 'End', 'AN'],
])('from %s, %s leads to %s', (from, key, to) => {
  expect(tileAfter(named(from), key)?.letters).toBe(to);
});

test('at the edge, and with other keys, the focus stays', () => {
  expect(tileAfter(named('RJ'), 'ArrowLeft')).toBeUndefined();
  expect(tileAfter(named('TN'), 'ArrowDown')).toBeUndefined();
  expect(tileAfter(named('TN'), 'x')).toBeUndefined();
});

test('the arrow keys reach every square', () => {
  const reached = new Set<Tile>();
  const walk = (tile: Tile | undefined) => {
    if (!tile || reached.has(tile)) return;
    reached.add(tile);
    for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) walk(tileAfter(tile, key));
  };
  walk(TILES[0]);
  expect(reached.size).toBe(36);
});

test.each([
  [0, 0, 'none', '–'],
  [0, 10, 'far-below', '0%'],
  [4.9, 10, 'far-below', '49%'],
  [8.6, 10, 'below', '86%'],
  [10, 10, 'even', '100%'],
  [15, 10, 'above', '150%'],
  [99.9, 10, 'far-above', '999%'],
  [120, 10, 'far-above', '12×'],
  [5, 0, 'far-above', '+'],
] as const)('%d t grown and %d t used are %s, written %s', (grown, used, level, text) => {
  expect(levelOf(grown, used)).toBe(level);
  expect(ratioText(grown, used)).toBe(text);
});
