import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const FOLDER = resolve(import.meta.dirname, '../../../data');

/** Returns the different values of a column of a data file, for tests. */
export function columnOf(file: string, column: string): string[] {
  const lines = readFileSync(resolve(FOLDER, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(cellsOf);
  const place = lines[0]?.indexOf(column) ?? -1;
  if (place < 0) throw new Error(`${file} has no column ${column}`);
  return [...new Set(lines.slice(1).map((line) => line[place] ?? ''))];
}

/** Returns the values of a line. One with a comma stands in quotation marks. */
export const cellsOf = (line: string): string[] =>
  [...line.matchAll(/("([^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell.replace(/^"|"$/g, ''));
