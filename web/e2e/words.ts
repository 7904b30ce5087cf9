import { resolve } from 'node:path';
import { cataloguesOf } from '../scripts/catalogues.mjs';

const LOCALES = resolve(import.meta.dirname, '../locales');

/** Finds the words of a language for an English message without placeholders. */
export type Words = (english: string) => string;

/** Reads the catalogues of a language. */
export function wordsOf(language: string): Words {
  const messages = cataloguesOf(LOCALES, language).flatMap((one) => Object.values(one.messages));
  const words = new Map(messages.map(({ message, translation }) => [message, translation]));
  return (english) => {
    const said = words.get(english);
    if (!said) throw new Error(`No message '${english}' in ${language}`);
    return said;
  };
}
