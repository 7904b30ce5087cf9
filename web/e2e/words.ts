import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { formatter } from '@lingui/format-po';

const LOCALES = resolve(import.meta.dirname, '../locales');

/** Finds the words of a language for an English message without placeholders. */
export type Words = (english: string) => string;

/** Reads the catalogues of a language. */
export async function wordsOf(language: string): Promise<Words> {
  const words = new Map<string, string>();
  const folder = join(LOCALES, language);
  for (const file of await readdir(folder)) {
    const text = await readFile(join(folder, file), 'utf8');
    const context = { locale: language, sourceLocale: 'en', filename: file };
    for (const { message, translation } of Object.values(await formatter().parse(text, context))) {
      if (!message || !translation) continue;
      words.set(message, translation);
      // Names of crops, states and months are lists.
      const [items, said] = [message.split(', '), translation.split(', ')];
      if (items.length > 9 && items.length === said.length) {
        for (const [place, item] of items.entries()) words.set(item, said[place] ?? '');
      }
    }
  }
  return (english) => {
    const said = words.get(english);
    if (!said) throw new Error(`No message '${english}' in ${language}`);
    return said;
  };
}
