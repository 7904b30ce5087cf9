import { i18n } from '@lingui/core';

/** Languages with a catalogue. A new one is a .po file in locales/ and its code here. */
const LANGUAGES = ['en'] as const;
type Language = (typeof LANGUAGES)[number];

/** The server writes the farmer's language into the page; anything unknown falls back to English. */
export function pageLanguage(): Language {
  const wanted = document.documentElement.lang.split('-', 1)[0];
  return LANGUAGES.find((language) => language === wanted) ?? 'en';
}

export async function activate(language: Language): Promise<void> {
  const { messages } = await import(`../../../locales/${language}.po`);
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
}
