import { readdirSync } from 'node:fs';
import { relative, resolve } from 'node:path';

const SOURCES = resolve(import.meta.dirname, '../src');
const LETTERS = 26;

/** Every CSS module, in the order of its path. */
const modules = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.module.css'))
  .map((file) => file.replaceAll('\\', '/'))
  .sort();

const letter = (number: number) => String.fromCharCode('a'.charCodeAt(0) + number);

/**
 * Names a class of a CSS module by its own name and two letters for its file: titleAc. Every page carries all styles,
 * and longer or random names do not compress.
 */
export function className(name: string, file: string): string {
  const path = relative(SOURCES, file.split('?', 1)[0] ?? file).replaceAll('\\', '/');
  const number = modules.indexOf(path);
  if (number < 0 || number >= LETTERS * LETTERS) throw new Error(`${file} has no letters for its classes`);
  return name + letter(Math.floor(number / LETTERS)).toUpperCase() + letter(number % LETTERS);
}
