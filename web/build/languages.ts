import { readdirSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { languagesIn } from '../scripts/catalogues.mjs';

const LOCALES = resolve(import.meta.dirname, '../locales');
const LIST = 'virtual:languages';

/** The part that every screen needs. Its chunk is the chunk of the language, which loads the other parts. */
const FIRST_PART = 'guest';
/** Sentences of pages that the server writes itself. They are in `pages/index.json`, not in the app. */
const SERVER_PART = 'server';
const CHUNK = '?language';

/** Returns the name of a language in itself: தமிழ். Node knows it, so that the app need not. */
export function endonym(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(language);
  if (!name) throw new Error(`locales/${language}: no language has this code`);
  return name;
}

/** Returns the module id of a language's chunk. */
export const languageChunk = (language: string) => resolve(LOCALES, language, `${FIRST_PART}.po${CHUNK}`);

/**
 * Provides `virtual:languages`: each folder of catalogues with the language's own name and its chunk. A language more
 * is a folder more. The app loads one chunk for each part of its language, and names no other language's chunks but
 * their first.
 */
export function languages(): Plugin {
  return {
    name: 'grow-languages',
    resolveId: (id) => (id === LIST ? `\0${LIST}` : id.endsWith(CHUNK) ? id : null),
    load(id) {
      if (id === `\0${LIST}`) return listOf(languagesIn(LOCALES));
      if (!id.endsWith(CHUNK)) return null;
      const hasServerPart = this.environment?.name === 'prerender';
      return chunkOf(id.slice(0, -CHUNK.length), hasServerPart);
    },
  };
}

function listOf(found: readonly string[]): string {
  const entries = found.map((language) => {
    const chunk = JSON.stringify(languageChunk(language));
    return `${JSON.stringify(language)}: { name: ${JSON.stringify(endonym(language))}, load: () => import(${chunk}) }`;
  });
  return `export const languages = { ${entries.join(', ')} };`;
}

function chunkOf(first: string, hasServerPart: boolean): string {
  const folder = resolve(first, '..');
  const parts = readdirSync(folder)
    .filter((file) => file.endsWith('.po'))
    .map((file) => basename(file, '.po'))
    .filter((part) => part !== FIRST_PART && (hasServerPart || part !== SERVER_PART));
  const loaders = parts.map((part) => {
    const file = JSON.stringify(resolve(folder, `${part}.po`));
    return `${JSON.stringify(part)}: () => import(${file})`;
  });
  return `export { messages } from ${JSON.stringify(first)};\nexport const parts = { ${loaders.join(', ')} };`;
}
