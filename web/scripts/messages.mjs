// `npm run messages`: writes the messages of the code into the catalogues. A translation stays when its message
// moves to another part, and counts in each part that has the message.
import { spawnSync } from 'node:child_process';
import { cataloguesOf, languagesIn, write } from './catalogues.mjs';

const folder = process.env.GROW_CATALOGUES ?? 'locales';
const languages = languagesIn(folder).filter((language) => language !== 'en');

const known = new Map(
  languages.map((language) => [
    language,
    new Map(
      cataloguesOf(folder, language).flatMap(({ messages }) =>
        Object.entries(messages)
          .filter(([, { translation }]) => translation)
          .map(([id, { translation }]) => [id, translation]),
      ),
    ),
  ]),
);

const extracted = spawnSync('npx', ['--no-install', 'lingui', 'extract', '--clean'], { stdio: 'inherit' });
if (extracted.status !== 0) process.exit(1);

for (const language of languages) {
  for (const catalogue of cataloguesOf(folder, language)) {
    const missing = Object.entries(catalogue.messages).filter(([, { translation }]) => !translation);
    for (const [id, message] of missing) message.translation = known.get(language).get(id) ?? '';
    if (missing.length > 0) write(catalogue, language);
    for (const [, { message, translation }] of missing)
      if (!translation) console.warn(`${catalogue.file}: not translated: ${message}`);
  }
}
