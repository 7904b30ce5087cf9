// `npm run language te`: begins a language. Writes its catalogues (web/locales/te), its content (data/languages/te) and
// its glossary (docs/glossary/te.csv), all without translations: see docs/TRANSLATING.md. The build fails until every
// text is there, so a language is begun on a branch. A second argument is the folder to write into.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { cataloguesOf, write } from './catalogues.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const [language = '', target = ROOT] = process.argv.slice(2);

const name = (inLanguage) =>
  new Intl.DisplayNames([inLanguage], { type: 'language', fallback: 'none' }).of(language);
if (!/^[a-z]{2,3}$/.test(language) || !name('en')) {
  console.error('Name the language by its code: npm run language te');
  process.exit(1);
}
const locales = resolve(target, 'web/locales');
if (existsSync(join(locales, language))) {
  console.error(`${join(locales, language)} is there already.`);
  process.exit(1);
}

// The catalogues: the messages of the English ones.
cpSync(resolve(ROOT, 'web/locales/en'), join(locales, language), { recursive: true });
for (const catalogue of cataloguesOf(locales, language)) {
  for (const message of Object.values(catalogue.messages)) message.translation = '';
  catalogue.text = catalogue.text.replace('"Language: en\\n"', `"Language: ${language}\\n"`);
  write(catalogue, language);
}

// The content and the glossary: the texts and terms that another language has.
const [other] = readdirSync(resolve(ROOT, 'data/languages'));
const content = resolve(ROOT, 'data/languages', other);
for (const file of readdirSync(content, { recursive: true }).filter((file) => /\.(toml|csv)$/.test(file))) {
  const text = readFileSync(join(content, file), 'utf8');
  copy(
    join('data/languages', language, file),
    file.endsWith('.csv') ? withoutNames(text) : withoutTexts(text, file),
  );
}
const glossary = readFileSync(resolve(ROOT, `docs/glossary/${other}.csv`), 'utf8');
copy(`docs/glossary/${language}.csv`, glossary.split('\n').map(onlyTerm).join('\n'));

console.log(
  `${name(language)} (${name('en')}) is begun in ${target}. docs/TRANSLATING.md says how to go on.`,
);

function copy(file, text) {
  const path = resolve(target, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Empties every text, and leaves the structure. */
function withoutTexts(text, file) {
  const body = text.replace(/^#.*\n/gm, '').replace(/"(?:[^"\\]|\\.)*"/g, '""');
  const english = file === 'privacy.toml' ? 'data/privacy/en.toml' : `data/${file}`;
  return `# Texts of ${english} in ${name('en')}.\n${body}`;
}

/** Leaves the keys of a table of names, and its header. */
function withoutNames(text) {
  const [header, ...rows] = text.split('\n').filter((line) => line && !line.startsWith('#'));
  const keys = rows.map((row) => `${row.split(',')[0]},`);
  return `${[`# Names of the districts of data/district_climate.csv in ${name('en')}, by their key.`, header, ...keys].join('\n')}\n`;
}

/** Leaves the term of a row of the glossary, and where it is used. */
function onlyTerm(row, index) {
  if (index === 0 || row === '') return row;
  const cells = row.match(/("([^"]|"")*"|[^,]*)(,|$)/g).map((cell) => cell.replace(/,$/, ''));
  return [cells[0], '', '', '', cells[4] ?? ''].join(',');
}
