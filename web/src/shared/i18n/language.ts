import { i18n, type Messages } from '@lingui/core';

/** Languages with a catalogue. A new one is a .po file in each folder of locales/, its code here, and a choice in the server. */
export const LANGUAGES = ['en'] as const;
export type Language = (typeof LANGUAGES)[number];

type Catalogue = (language: Language) => Promise<{ messages: Messages }>;

/** What has been asked for: the sentences of every screen, and later those of a part of the app. */
const catalogues = new Set<Catalogue>([(language) => import(`../../../locales/${language}.po`)]);

/** The language that is spoken, or will be as soon as its sentences are there. */
let spoken: Language = 'en';

/** The server writes the farmer's language into the page; anything unknown falls back to English. */
export function pageLanguage(): Language {
  const wanted = document.documentElement.lang.split('-', 1)[0];
  return LANGUAGES.find((language) => language === wanted) ?? 'en';
}

export async function activate(language: Language): Promise<void> {
  spoken = language;
  await Promise.all([...catalogues].map((catalogue) => load(catalogue, language)));
  i18n.activate(language);
}

/** Adds the sentences of a part of the app; its first screen waits for them. */
export async function extend(catalogue: Catalogue): Promise<void> {
  catalogues.add(catalogue);
  await load(catalogue, spoken);
}

async function load(catalogue: Catalogue, language: Language): Promise<void> {
  i18n.load(language, (await catalogue(language)).messages);
}
