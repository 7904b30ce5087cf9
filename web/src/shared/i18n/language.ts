import { languages } from 'virtual:languages';
import { i18n } from '@lingui/core';
import { useSyncExternalStore } from 'react';

/** The language of the specification, and of a page whose language the app does not know. */
const ENGLISH = 'en';

/** The catalogues of a language: see docs/TRANSLATING.md. */
export type Catalogue = 'guest' | 'farmer' | 'screens' | 'server';

/** Codes of the languages that the app has catalogues of. */
export const LANGUAGES: readonly string[] = Object.keys(languages);

/** Returns the name of a language in itself. A name has the language's own letters, so it needs a `lang`. */
export const ownName = (language: string) => languages[language]?.name ?? language;

/** Catalogues requested so far. */
const wanted = new Set<Catalogue>(['guest']);

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
  let catalogues: Catalogue[];
  do {
    catalogues = [...wanted];
    await Promise.all(catalogues.map((catalogue) => load(language, catalogue)));
    // A catalogue may have been requested meanwhile.
  } while (wanted.size > catalogues.length);
  // Another language may have been chosen meanwhile.
  if (coming === language) i18n.activate(language, `${language}-IN-u-nu-latn`);
}

/** Returns the code of the language, and renders anew when it changes. */
export const useLanguage = (): string => useSyncExternalStore(onLanguage, languageNow, languageNow);

/** Returns the code of the language of the screen. */
export const languageNow = () => i18n.locale;

const onLanguage = (listener: () => void) => i18n.on('change', listener);

/** The catalogues of a screen of farmers, in addition to the guests'. */
export const FARMERS_SCREEN: readonly Catalogue[] = ['farmer', 'screens'];

/** Imports a chunk of the frame of farmers' screens together with its messages. */
export const withFarmerMessages = <Chunk>(chunk: () => Promise<Chunk>) => withMessages(['farmer'], chunk);

/** Imports a chunk that farmers' screens share together with its messages. */
export const withScreenMessages = <Chunk>(chunk: () => Promise<Chunk>) => withMessages(FARMERS_SCREEN, chunk);

/** Imports a chunk together with the messages of some catalogues. */
export async function withMessages<Chunk>(
  catalogues: readonly Catalogue[],
  chunk: () => Promise<Chunk>,
): Promise<Chunk> {
  // A language that is activated later loads the catalogues, too.
  for (const catalogue of catalogues) wanted.add(catalogue);
  const language = i18n.locale || coming;
  const [loaded] = await Promise.all([chunk(), ...catalogues.map((catalogue) => load(language, catalogue))]);
  return loaded;
}

async function load(language: string, catalogue: Catalogue): Promise<void> {
  const found = await languages[language]?.[catalogue]?.();
  if (found) i18n.load(language, found.messages);
}
