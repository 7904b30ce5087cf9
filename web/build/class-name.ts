import { createHash } from 'node:crypto';
import { relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');

/**
 * Names a class of a CSS module by its own name and three characters of its file: every page carries all styles, and
 * characters at random do not compress.
 */
export function className(name: string, file: string): string {
  const path = relative(ROOT, file.split('?', 1)[0] ?? file);
  return `${name}-${createHash('sha256').update(path).digest('base64url').slice(0, 3)}`;
}
