import { readFileSync } from 'node:fs';
import { parse } from 'acorn';
import { expect, test } from 'vitest';

test('the script that leads old browsers to their page is of a syntax that all of them read', () => {
  const source = readFileSync('build/old-browser.js', 'utf8');
  expect(() => parse(source, { ecmaVersion: 5 })).not.toThrow();
});
