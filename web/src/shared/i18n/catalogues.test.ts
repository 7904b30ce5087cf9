import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cataloguesOf, languagesIn } from '../../../scripts/catalogues.mjs';
import { cellsOf } from '../testing/data-file';

const LOCALES = resolve(import.meta.dirname, '../../../locales');
const GLOSSARIES = resolve(import.meta.dirname, '../../../../docs/glossary');

/** Messages that hold a list, and what separates its items. The code takes the items by their place. */
const LISTS = [
  { begin: 'January February', separator: ' ', count: 12 },
  { begin: 'Jan Feb', separator: ' ', count: 12 },
  { begin: 'PADDY, CHOLAM', separator: ', ', count: 16 },
  { begin: 'Paddy, Sorghum', separator: ', ', count: 16 },
  { begin: 'Andaman and Nicobar Islands, ', separator: ', ', count: 36 },
];

interface Message {
  file: string;
  message: string;
  translation: string;
}

const languages = languagesIn(LOCALES);

function messagesOf(language: string): Message[] {
  return cataloguesOf(LOCALES, language).flatMap(({ file, messages }) =>
    Object.values(messages).map(({ message = '', translation = '' }) => ({
      file: `${language}/${basename(file)}`,
      message,
      translation,
    })),
  );
}

/** Names of the placeholders of a message, each once: a plural may name one in each of its forms. */
const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name]) => name))].sort();

/** The rows of a glossary. */
function glossaryOf(language: string): { term: string; translation: string; avoid: string }[] {
  const lines = readFileSync(resolve(GLOSSARIES, `${language}.csv`), 'utf8')
    .split('\n')
    .slice(1);
  return lines.filter(Boolean).map((line) => {
    const [term = '', translation = '', avoid = ''] = cellsOf(line);
    return { term, translation, avoid };
  });
}

/** Words of a glossary that are not to be used, with what is used instead. */
function avoided(language: string): { word: string; instead: string }[] {
  return glossaryOf(language).flatMap(({ translation: instead, avoid }) =>
    avoid
      .split('|')
      .filter(Boolean)
      .map((word) => ({ word, instead })),
  );
}

/** Returns true if a text has a word, not only its letters within another one. */
const hasWord = (text: string, word: string) =>
  new RegExp(`(?<![\\p{L}\\p{M}])${word}(?![\\p{L}\\p{M}])`, 'u').test(text);

test('English is the source, and other languages are beside it', () => {
  expect(languages).toContain('en');
});

describe.each(languages)('the catalogue of %s', (language) => {
  const messages = messagesOf(language);

  test('has a translation of every message', () => {
    expect(messages.filter(({ translation }) => !translation)).toEqual([]);
  });

  test('has the placeholders of every message', () => {
    const other = messages.filter(
      ({ message, translation }) => `${placeholders(message)}` !== `${placeholders(translation)}`,
    );
    expect(other).toEqual([]);
  });

  test('has as many items in each list', () => {
    for (const { begin, separator, count } of LISTS) {
      const lists = messages.filter(
        ({ message }) => message.startsWith(begin) && message.split(separator).length === count,
      );
      expect(lists.length, begin).toBeGreaterThan(0);
      for (const { translation } of lists) expect(translation.split(separator), begin).toHaveLength(count);
    }
  });

  test('says the same for the same message in each part', () => {
    const said = new Map<string, string>();
    for (const { message, translation } of messages) {
      expect(said.get(message) ?? translation, message).toBe(translation);
      said.set(message, translation);
    }
  });

  test('has Latin digits only', () => {
    expect(messages.filter(({ translation }) => /[\u0966-\u096f\u0be6-\u0bef]/.test(translation))).toEqual(
      [],
    );
  });
});

describe.each(languages.filter((language) => language !== 'en'))('the words of %s', (language) => {
  test('are those of its glossary', () => {
    const messages = messagesOf(language);
    const wrong = avoided(language).flatMap(({ word, instead }) =>
      messages
        .filter(({ translation }) => hasWord(translation, word) && !hasWord(instead, word))
        .map(({ file, message }) => `${file}: '${word}' instead of '${instead}': ${message}`),
    );
    expect(wrong).toEqual([]);
  });

  test('translate a term of the glossary as it says', () => {
    const glossary = glossaryOf(language);
    const wrong = messagesOf(language).filter(({ message, translation }) => {
      const rows = glossary.filter(({ term }) => term.toLowerCase() === message.toLowerCase());
      return rows.length > 0 && !rows.some((row) => row.translation === translation);
    });
    expect(wrong).toEqual([]);
  });
});
