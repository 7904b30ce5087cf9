import { i18n, type Messages } from '@lingui/core';

type Catalogue = () => Promise<{ messages: Messages }>;

/** What everybody may read, and what only farmers see. */
type Part = 'guest' | 'farmer';

/** The catalogues. A new language is a folder of locales/, its lines here, and a choice in the server. */
const catalogues = {
  en: {
    guest: () => import('../../../locales/en/guest.po'),
    farmer: () => import('../../../locales/en/farmer.po'),
  },
} satisfies Record<string, Record<Part, Catalogue>>;

export type Language = keyof typeof catalogues;
export const LANGUAGES = Object.keys(catalogues) as readonly Language[];

/** What the app has asked for so far. */
const wanted = new Set<Part>(['guest']);

/** The language that is spoken, or will be as soon as its sentences are there. */
let spoken: Language = 'en';

/** The server writes the farmer's language into the page; anything unknown falls back to English. */
export function pageLanguage(): Language {
  const named = document.documentElement.lang.split('-', 1)[0];
  return LANGUAGES.find((language) => language === named) ?? 'en';
}

export async function activate(language: Language): Promise<void> {
  spoken = language;
  await Promise.all([...wanted].map(load));
  i18n.activate(language);
}

/** Imports a chunk that is only for farmers, together with what it says. */
export async function forFarmers<Chunk>(chunk: () => Promise<Chunk>): Promise<Chunk> {
  wanted.add('farmer');
  const [loaded] = await Promise.all([chunk(), load('farmer')]);
  return loaded;
}

async function load(part: Part): Promise<void> {
  const language = spoken;
  i18n.load(language, (await catalogues[language][part]()).messages);
}
