import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { formatter } from '@lingui/format-po';

const LOCALES = resolve(import.meta.dirname, '../locales');

/** Finds the words of a language for an English message without placeholders. */
export type Words = (english: string) => string;

/** Reads the catalogues of a language. */
export async function wordsOf(language: string): Promise<Words> {
  const folder = join(LOCALES, language);
  const parts = await Promise.all(
    (await readdir(folder)).map((file) => messagesOf(language, join(folder, file))),
  );
  const words = new Map(parts.flat());
  return (english) => {
    const said = words.get(english);
    if (!said) throw new Error(`No message '${english}' in ${language}`);
    return said;
  };
}

async function messagesOf(language: string, file: string): Promise<(readonly [string, string])[]> {
  const context = { locale: language, sourceLocale: 'en', filename: file };
  const catalogue = await formatter().parse(await readFile(file, 'utf8'), context);
  return Object.values(catalogue).map(({ message = '', translation = '' }) => [message, translation]);
}
