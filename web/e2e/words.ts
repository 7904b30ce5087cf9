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
      for (const [own, said] of itemsOf(message, translation)) words.set(own, said);
    }
  }
  return (english) => {
    const said = words.get(english);
    if (!said) throw new Error(`No message '${english}' in ${language}`);
    return said;
  };
}

/** A message and, if it is a list of crops, states or months, each of its items. */
function itemsOf(message: string, translation: string): [own: string, said: string][] {
  const [items, said] = [message.split(', '), translation.split(', ')];
  const isList = items.length > 9 && items.length === said.length;
  return [
    [message, translation],
    ...(isList ? items.map((item, place): [string, string] => [item, said[place] ?? '']) : []),
  ];
}
