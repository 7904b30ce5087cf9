import { isLanguageKept } from './kept-language';
import { activate, LANGUAGES, languageNow } from './language';

/**
 * Shows the app in another language. Returns false if another one was chosen meanwhile. If its messages cannot be
 * loaded, the language stays.
 */
export async function showLanguage(language: string): Promise<boolean> {
  await activate(language);
  document.documentElement.lang = languageNow();
  return languageNow() === language;
}

/**
 * Shows the language of a farmer's record after the sign-in, where this browser keeps no other choice. A page that is
 * loaded comes in it already.
 */
export async function showLanguageOf(record: string): Promise<void> {
  const isOther = LANGUAGES.includes(record) && record !== languageNow();
  if (isOther && !isLanguageKept()) await showLanguage(record);
}
