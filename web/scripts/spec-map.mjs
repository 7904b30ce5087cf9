// docs/SPEC.md names tests for each sentence of the specification. Fails if a named test does not exist, if a
// test in spec/ is not named, or if a sentence has neither a test nor a reason.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const MAP = 'docs/SPEC.md';
const SEPARATOR = ' › ';
const NO_TEST = 'No test: ';

const faults = [];
const map = readFileSync(resolve(ROOT, MAP), 'utf8');
const tests = new Set([...browserTests(), ...unitTests()]);
const named = new Set();

for (const { line, text, below } of sentences(map)) {
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
for (const test of tests) {
  if (/^(web\/src\/)?spec\//.test(test) && !named.has(test)) faults.push(`${MAP} does not name ${test}`);
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

/** Returns all browser tests as `file › title`. */
function browserTests() {
  // Listing starts no browser, so any executable works.
  const env = { ...process.env, GROW_E2E_CHROMIUM: process.execPath };
  const list = output('playwright test --config e2e/playwright.config.ts --list --reporter=json', env);
  const collect = ({ specs = [], suites = [] }, way) => [
    ...specs.map(({ title }) => [...way, title].join(SEPARATOR)),
    ...suites.flatMap((suite) => collect(suite, [...way, suite.title])),
  ];
  return JSON.parse(list).suites.flatMap((file) => collect(file, [file.file]));
}

/** Returns the tests of `src/spec` and of the other unit tests that the map names, as `path › title`. */
function unitTests() {
  const files = map.match(/(?<=`web\/)src\/[^ ]+\.test\.tsx?(?= )/g) ?? [];
  // Into a file: beside the list, Vite says that it prepares its cache.
  const folder = mkdtempSync(resolve(tmpdir(), 'grow-spec-map-'));
  const list = resolve(folder, 'tests.json');
  output(`vitest list ${[...new Set([...files, 'src/spec/'])].join(' ')} --json=${list}`, process.env);
  const listed = JSON.parse(readFileSync(list, 'utf8'));
  rmSync(folder, { recursive: true });
  // A test of both widths is named once.
  const title = (name) => name.replaceAll(' > ', SEPARATOR).replace(/, on a wide screen$/, '');
  return listed.map(({ file, name }) => relative(ROOT, file) + SEPARATOR + title(name));
}

function output(command, env) {
  const options = { cwd: resolve(ROOT, 'web'), env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 };
  return execFileSync('npx', command.split(' '), options);
}

/** Returns true if the named test exists: one that is listed, or a Rust test in the named file. */
function exists(reference) {
  if (tests.has(reference)) return true;
  const [path, title] = reference.split(SEPARATOR);
  if (!path.endsWith('.rs') || !existsSync(resolve(ROOT, path))) return false;
  return new RegExp(`^ *(async )?fn ${title}\\(`, 'm').test(readFileSync(resolve(ROOT, path), 'utf8'));
}
