// docs/SPEC.md names a test for each sentence of the specification. This fails when one of them is gone, when a test of the
// specification suite is not named, and when a sentence has neither a test nor a reason why not.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const MAP = 'docs/SPEC.md';
const SEPARATOR = ' › ';
const NO_TEST = 'No test: ';

const faults = [];
const browserTests = listBrowserTests();
const named = new Set();

for (const { line, text, below } of sentences(readFileSync(resolve(ROOT, MAP), 'utf8'))) {
  if (below.length === 0) faults.push(`${MAP}:${line}: '${text}' has neither a test nor a reason`);
  for (const entry of below) {
    const reference = /^`(.+)`$/.exec(entry.text)?.[1];
    if (reference) {
      named.add(reference);
      if (!exists(reference)) faults.push(`${MAP}:${entry.line}: there is no test ${reference}`);
    } else if (!entry.text.startsWith(NO_TEST) || entry.text.length <= NO_TEST.length) {
      faults.push(`${MAP}:${entry.line}: neither a test nor '${NO_TEST}...': ${entry.text}`);
    }
  }
}
for (const test of browserTests) {
  if (test.startsWith('spec/') && !named.has(test)) faults.push(`${MAP} does not name web/e2e/${test}`);
}

if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
console.log(`${MAP}: ${named.size} tests stand, none of the suite is missing`);

/** A bullet is a sentence, the bullets below it are its tests or the reason why it has none. */
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

/** Every browser test as `file › title`, in the words that Playwright itself lists. */
function listBrowserTests() {
  const command = ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--list', '--reporter=json'];
  const list = execFileSync('npx', command, {
    cwd: resolve(ROOT, 'web'),
    // Nothing is opened: any browser will do.
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

/** Rust tests and unit tests are looked for where the map says that they stand. */
function exists(reference) {
  if (browserTests.has(reference)) return true;
  const cut = reference.indexOf(SEPARATOR);
  const path = resolve(ROOT, reference.slice(0, cut));
  const title = reference.slice(cut + SEPARATOR.length);
  if (cut < 0 || !existsSync(path)) return false;
  const source = readFileSync(path, 'utf8');
  if (path.endsWith('.rs')) return new RegExp(`^ *(async )?fn ${title}\\(`, 'm').test(source);
  return path.endsWith('.test.ts') && source.includes(`test('${title}'`);
}
