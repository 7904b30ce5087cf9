import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { languages } from 'virtual:languages';
import { afterAll, expect, test } from 'vitest';

const WEB = resolve(import.meta.dirname, '../../..');
const beside = mkdtempSync(join(tmpdir(), 'grow-language-'));
afterAll(() => rmSync(beside, { recursive: true }));

const begun = (folder: string) => readdirSync(join(beside, folder)).sort();
const textOf = (file: string) => readFileSync(join(beside, file), 'utf8');
const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;

test('one command begins a language: catalogues, content and glossary, and no code', () => {
  const said = execFileSync('node', ['scripts/language.mjs', 'te', beside], { cwd: WEB, encoding: 'utf8' });
  expect(said).toContain('తెలుగు (Telugu)');
  expect(begun('.')).toEqual(['data', 'docs', 'web']);
  expect(begun('web/locales/te')).toEqual(readdirSync(join(WEB, 'locales/en')).sort());
  expect(begun('data/languages/te/crops')).toEqual(readdirSync(join(WEB, '../data/crops')).sort());

  for (const part of begun('web/locales/te')) {
    const [english, own] = [
      readFileSync(join(WEB, 'locales/en', part), 'utf8'),
      textOf(`web/locales/te/${part}`),
    ];
    expect(count(own, /^msgid /gm), part).toBe(count(english, /^msgid /gm));
    // Only the header has a text.
    expect(own.match(/^msgstr "."/gm), part).toBeNull();
  }
  for (const file of ['crops/paddy.toml', 'privacy.toml']) {
    const texts = [...textOf(`data/languages/te/${file}`).matchAll(/"([^"]*)"/g)];
    expect(texts.length).toBeGreaterThan(10);
    expect(texts.filter(([, text]) => text !== '')).toEqual([]);
  }
  expect(count(textOf('data/languages/te/districts.csv'), /^[^,\n]+,$/gm)).toBe(734);
  expect(textOf('docs/glossary/te.csv')).toMatch(/^paddy,,,,/m);
});

test.each([['te'], ['Telugu'], ['zz'], ['../en'], ['']])(
  'a second time, or with the code %j, it does nothing',
  (code) => {
    const run = () =>
      execFileSync('node', ['scripts/language.mjs', code, beside], {
        cwd: WEB,
        stdio: 'pipe',
        encoding: 'utf8',
      });
    expect(run).toThrow();
    expect(begun('web/locales')).toEqual(['te']);
  },
);

test('the app has the languages of the folders, each under its own name', () => {
  expect(Object.keys(languages)).toEqual(readdirSync(join(WEB, 'locales')).sort());
  expect(Object.values(languages).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['English', 'हिन्दी', 'தமிழ்']),
  );
});
