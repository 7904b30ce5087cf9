// Reads and writes catalogues, for the scripts beside it, the build and the tests.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatter } from '@lingui/format-po';

/** Catalogues are written without line numbers, which would change them with every edit. */
const po = formatter({ lineNumbers: false });

/** Returns the languages: the folders of the catalogues. */
export const languagesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

/** Returns the catalogues of a language: file, and messages by their id. */
export function cataloguesOf(folder, language) {
  const files = readdirSync(join(folder, language)).filter((name) => name.endsWith('.po'));
  return files.map((name) => {
    const file = join(folder, language, name);
    const text = readFileSync(file, 'utf8');
    return { file, text, messages: po.parse(text, { locale: language, sourceLocale: 'en', filename: file }) };
  });
}

/** Writes the messages back into a catalogue; the header stays. */
export function write({ file, text, messages }, language) {
  const context = { locale: language, sourceLocale: 'en', filename: file, existing: text };
  writeFileSync(file, po.serialize(messages, context));
}
