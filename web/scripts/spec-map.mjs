// docs/SPEC.md names tests for each sentence of the specification. Fails if a named test does not exist, if a
// test in spec/ is not named, or if a sentence has neither a test nor a reason.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const MAP = 'docs/SPEC.md';
const SEPARATOR = ' › ';
const NO_TEST = 'No test: ';
/** Tests of the specification that need a browser and no server. */
const SCREENS = 'web/src/spec';

const faults = [];
const browserTests = listBrowserTests();
const named = new Set();

for (const { line, text, below } of sentences(readFileSync(resolve(ROOT, MAP), 'utf8'))) {
  if (below.length === 0) faults.push(`${MAP}:${line}: '${text}' has neither a test nor a reason`);
  for (const entry of below) {
    const reference = /^`(.+)`$/.exec(entry.text)?.[1];
    if (reference) {
      named.add(reference);
      if (!exists(reference)) faults.push(`${MAP}:${entry.line}: no such test: ${reference}`);
    } else if (!entry.text.startsWith(NO_TEST) || entry.text.length <= NO_TEST.length) {
      faults.push(`${MAP}:${entry.line}: neither a test nor '${NO_TEST}...': ${entry.text}`);
    }
  }
}
for (const test of browserTests) {
  if (test.startsWith('spec/') && !named.has(test)) faults.push(`${MAP} does not name web/e2e/${test}`);
}
for (const file of readdirSync(resolve(ROOT, SCREENS)).filter((name) => name.endsWith('.test.tsx'))) {
  const path = `${SCREENS}/${file}`;
  const references = [...named].filter((one) => one.startsWith(path + SEPARATOR));
  for (const title of titlesIn(resolve(ROOT, path))) {
    const isNamed = references.some((one) =>
      title.test(one.slice(one.indexOf(SEPARATOR) + SEPARATOR.length)),
    );
    if (!isNamed) faults.push(`${MAP} does not name a test of ${path}: ${title.source}`);
  }
}

if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
console.log(`${MAP}: all ${named.size} named tests exist, and every test in spec/ is named`);

/** Returns the top-level bullets as sentences. The bullets below are the tests or the reason. */
function sentences(markdown) {
  const found = [];
  for (const [index, line] of markdown.split('\n').entries()) {
    const [, indent, text] = /^( *)- (.+)$/.exec(line) ?? [];
    if (text === undefined) continue;
    if (indent === '') found.push({ line: index + 1, text, below: [] });
    else found.at(-1)?.below.push({ line: index + 1, text });
  }
  return found;
}

/** Returns all browser tests as `file › title`, as listed by Playwright. */
function listBrowserTests() {
  const command = ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--list', '--reporter=json'];
  const list = execFileSync('npx', command, {
    cwd: resolve(ROOT, 'web'),
    // Listing starts no browser, so any executable works.
    env: { ...process.env, GROW_E2E_CHROMIUM: process.execPath },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const tests = new Set();
  const collect = ({ specs = [], suites = [] }, way) => {
    for (const { title } of specs) tests.add([...way, title].join(SEPARATOR));
    for (const suite of suites) collect(suite, [...way, suite.title]);
  };
  for (const file of JSON.parse(list).suites) collect(file, [file.file]);
  return tests;
}

/** Returns true if the named test exists: a browser test, or a Rust or unit test in the named file. */
function exists(reference) {
  if (browserTests.has(reference)) return true;
  const cut = reference.indexOf(SEPARATOR);
  const path = resolve(ROOT, reference.slice(0, cut));
  const title = reference.slice(cut + SEPARATOR.length);
  if (cut < 0 || !existsSync(path)) return false;
  const source = readFileSync(path, 'utf8');
  if (path.endsWith('.rs')) return new RegExp(`^ *(async )?fn ${title}\\(`, 'm').test(source);
  return /\.test\.tsx?$/.test(path) && titlesIn(path).some((known) => known.test(title));
}

/** Returns the titles of a Vitest file. A placeholder of a table stands for any text. */
function titlesIn(path) {
  const source = readFileSync(path, 'utf8');
  const titles = source.matchAll(/\b(?:test|testOnBothWidths)\(\s*('(?:[^'\\]|\\.)*'|"[^"]*"|`[^`]*`),/g);
  return [...titles].map(([, quoted]) => {
    const parts = quoted.slice(1, -1).split(quoted[0] === '`' ? /\$\{[^}]*\}/ : /(?!)/);
    const literal = parts.map((part) =>
      part.replaceAll("\\'", "'").replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    );
    return new RegExp(`^${literal.join('.+')}$`);
  });
}
