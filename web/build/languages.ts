import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { languagesIn } from '../scripts/catalogues.mjs';
import type { Catalogue } from '../src/shared/i18n/language.ts';

const LOCALES = resolve(import.meta.dirname, '../locales');
const LIST = 'virtual:languages';

/** Returns the name of a language in itself: தமிழ். Node knows it, so that the app need not. */
export function endonym(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(language);
  if (!name) throw new Error(`locales/${language}: no language has this code`);
  return name;
}

/** Returns the file of a catalogue, which is the id of its module. */
export const catalogueFile = (language: string, catalogue: Catalogue) =>
  resolve(LOCALES, language, `${catalogue}.po`);

/**
 * Provides `virtual:languages`: each folder of catalogues with the language's own name and its catalogues. A language
 * more is a folder more.
 */
export function languages(): Plugin {
  return {
    name: 'grow-languages',
    resolveId: (id) => (id === LIST ? `\0${LIST}` : null),
    load(id) {
      if (id !== `\0${LIST}`) return null;
      // The build writes the pages' own sentences into the pages; the app does without them.
      const catalogues: Catalogue[] = ['guest', 'farmer', 'screens'];
      if (this.environment?.name === 'prerender') catalogues.push('server');
      const entries = languagesIn(LOCALES).map((language) => {
        const loaders = catalogues.map(
          (catalogue) => `${catalogue}: () => import(${JSON.stringify(catalogueFile(language, catalogue))})`,
        );
        return `${language}: { name: ${JSON.stringify(endonym(language))}, ${loaders.join(', ')} }`;
      });
      return `export const languages = { ${entries.join(', ')} };`;
    },
  };
}
