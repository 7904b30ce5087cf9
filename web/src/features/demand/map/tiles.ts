/**
 * The states and union territories, arranged as India lies. A tile map shows no boundaries. Each is named by the
 * end of its code; two dots are an empty square.
 */
const ARRANGEMENT = `
  .. JK LA .. .. .. ..
  PB CH HP .. .. .. ..
  HR DL UK .. SK .. AR
  RJ UP BR WB ML AS NL
  GJ MP JH .. TR MZ MN
  DH MH CG OD .. .. ..
  GA KA TS AP .. .. ..
  LD KL TN PY .. AN ..
`;

export interface Tile {
  /** Code of the region: `IN-TN`. */
  region: string;
  /** Two letters: `TN`. */
  letters: string;
  /** From 1. */
  row: number;
  column: number;
}

const lines = ARRANGEMENT.trim()
  .split('\n')
  .map((line) => line.trim().split(' '));

export const TILES: readonly Tile[] = lines.flatMap((line, row) =>
  line.flatMap((letters, column) =>
    letters === '..' ? [] : [{ region: `IN-${letters}`, letters, row: row + 1, column: column + 1 }],
  ),
);

export const COLUMNS = Math.max(...TILES.map(({ column }) => column));

const WAYS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** A step aside counts as this many steps ahead. */
const ASIDE = 3;

/** Returns the tile that a key leads to: the nearest one ahead; the first or last with Home and End. */
export function tileAfter(from: Tile, key: string): Tile | undefined {
  if (key === 'Home') return TILES[0];
  if (key === 'End') return TILES.at(-1);
  const way = WAYS[key];
  if (!way) return undefined;
  const [down, right] = way;
  const distance = (tile: Tile) => {
    const [rows, columns] = [tile.row - from.row, tile.column - from.column];
    const ahead = rows * down + columns * right;
    const aside = Math.abs(down === 0 ? rows : columns);
    return ahead > 0 ? ahead + ASIDE * aside : Number.POSITIVE_INFINITY;
  };
  const nearest = TILES.reduce((best, tile) => (distance(tile) < distance(best) ? tile : best));
  return Number.isFinite(distance(nearest)) ? nearest : undefined;
}

/** How much of what a state uses it grows itself. */
export type Level = 'none' | 'far-below' | 'below' | 'even' | 'above' | 'far-above';

export function levelOf(grown: number, used: number): Level {
  if (grown === 0 && used === 0) return 'none';
  if (grown < used * 0.5) return 'far-below';
  if (grown < used * 0.95) return 'below';
  if (grown <= used * 1.05) return 'even';
  return grown <= used * 2 ? 'above' : 'far-above';
}

/** Short text of a tile: the percentage grown of what is used, from 1000 % on its multiple. */
export function ratioText(grown: number, used: number): string {
  if (used === 0) return grown === 0 ? '–' : '+';
  const ratio = grown / used;
  return ratio < 9.995 ? `${Math.round(ratio * 100)}%` : `${Math.round(ratio)}×`;
}
