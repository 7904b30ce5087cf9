import { languages } from 'virtual:languages';
import { i18n } from '@lingui/core';
import { useSyncExternalStore } from 'react';

/** The language of the specification, and of a page whose language the app does not know. */
const ENGLISH = 'en';

/** Parts of the messages beside 'guest': see docs/TRANSLATING.md. */
export type Part = 'entrance' | 'figures' | 'advice' | 'farmer' | 'regions' | 'server';

/** Codes of the languages that the app has catalogues of. */
export const LANGUAGES: readonly string[] = Object.keys(languages);

/** Returns the name of a language in itself. A name has the language's own letters, so it needs a `lang`. */
export const ownName = (language: string) => languages[language]?.name ?? language;

/** Parts requested so far. */
const wanted = new Set<Part>();

/** The language that was chosen last; the active one, once its messages are there. */
let coming = ENGLISH;

/** Returns the language that the server wrote into the page, or English if it is unknown. */
export function pageLanguage(): string {
  const named = document.documentElement.lang.split('-', 1)[0] ?? '';
  return Object.hasOwn(languages, named) ? named : ENGLISH;
}

/** Loads what is on the screen in another language, then shows it. If that fails, the language stays. */
export async function activate(language: string): Promise<void> {
  coming = language;
  let parts: Part[];
  do {
    parts = [...wanted];
    await Promise.all([load(language), ...parts.map((part) => load(language, part))]);
    // A part may have been requested meanwhile.
  } while (wanted.size > parts.length);
  // Another language may have been chosen meanwhile.
  if (coming === language) i18n.activate(language, `${language}-IN-u-nu-latn`);
}

/** Returns the code of the language, and renders anew when it changes. */
export const useLanguage = (): string => useSyncExternalStore(onLanguage, languageNow, languageNow);

/** Returns the code of the language of the screen. */
export const languageNow = () => i18n.locale;

const onLanguage = (listener: () => void) => i18n.on('change', listener);

/** Imports a chunk together with the messages of its part. */
export async function withMessages<Chunk>(part: Part, chunk: () => Promise<Chunk>): Promise<Chunk> {
  // A language that is activated later loads the part, too.
  wanted.add(part);
  const [loaded] = await Promise.all([chunk(), load(i18n.locale || coming, part)]);
  return loaded;
}

async function load(language: string, part?: Part): Promise<void> {
  const found = languages[language];
  if (!found) return;
  const chunk = await found.load();
  i18n.load(language, part ? ((await chunk.parts[part]?.())?.messages ?? {}) : chunk.messages);
}
