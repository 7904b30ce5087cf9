import { i18n, type Messages } from '@lingui/core';

type Catalogue = () => Promise<{ messages: Messages }>;

/**
 * Messages of public screens; of the parts of the demand screen that come after its figures; of the advice,
 * the calendar and what is planned, sown and harvested; and for farmers only.
 */
type Part = 'guest' | 'figures' | 'advice' | 'farmer';

/**
 * Message catalogues. A new language needs a folder in locales/, its lines here, and an entry in the server.
 */
const catalogues = {
  en: {
    guest: () => import('../../../locales/en/guest.po'),
    figures: () => import('../../../locales/en/figures.po'),
    advice: () => import('../../../locales/en/advice.po'),
    farmer: () => import('../../../locales/en/farmer.po'),
  },
} satisfies Record<string, Record<Part, Catalogue>>;

export type Language = keyof typeof catalogues;
export const LANGUAGES = Object.keys(catalogues) as readonly Language[];

/** Parts requested so far. */
const wanted = new Set<Part>(['guest']);

/** Active language, or the one that is loading. */
let spoken: Language = 'en';

/** Returns the language that the server wrote into the page, or English if it is unknown. */
export function pageLanguage(): Language {
  const named = document.documentElement.lang.split('-', 1)[0];
  return LANGUAGES.find((language) => language === named) ?? 'en';
}

export async function activate(language: Language): Promise<void> {
  spoken = language;
  await Promise.all([...wanted].map(load));
  i18n.activate(language);
}

/** Imports a chunk for farmers together with its messages. */
export const forFarmers = <Chunk>(chunk: () => Promise<Chunk>) => withMessages('farmer', chunk);

/** Imports a chunk about the figures together with its messages. */
export const forFigures = <Chunk>(chunk: () => Promise<Chunk>) => withMessages('figures', chunk);

/** Imports a chunk about what to sow and when, together with its messages. */
export const forAdvice = <Chunk>(chunk: () => Promise<Chunk>) => withMessages('advice', chunk);

async function withMessages<Chunk>(part: Part, chunk: () => Promise<Chunk>): Promise<Chunk> {
  wanted.add(part);
  const [loaded] = await Promise.all([chunk(), load(part)]);
  return loaded;
}

async function load(part: Part): Promise<void> {
  const language = spoken;
  i18n.load(language, (await catalogues[language][part]()).messages);
}
