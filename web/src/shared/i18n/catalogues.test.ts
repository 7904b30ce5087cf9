import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cellsOf } from '@/testing/data-file';
import { cataloguesOf, languagesIn } from '../../../scripts/catalogues.mjs';

const LOCALES = resolve(import.meta.dirname, '../../../locales');
const GLOSSARIES = resolve(import.meta.dirname, '../../../../docs/glossary');

/** Messages that hold a list, and what separates its items. The code takes the items by their place. */
const LISTS = [
  { begin: 'January February', separator: ' ', count: 12 },
  { begin: 'Jan Feb', separator: ' ', count: 12 },
];

interface Message {
  file: string;
  /** In English. */
  message: string;
  translation: string;
}

const languages = languagesIn(LOCALES);

/** English texts by their id. Of a name, the catalogue has its key instead of the English text. */
const english = new Map(
  cataloguesOf(LOCALES, 'en').flatMap(({ messages }) =>
    Object.entries(messages).map(([id, { translation = '' }]) => [id, translation]),
  ),
);

function messagesOf(language: string): Message[] {
  return cataloguesOf(LOCALES, language).flatMap(({ file, messages }) =>
    Object.entries(messages).map(([id, { message = english.get(id) ?? '', translation = '' }]) => ({
      file: `${language}/${basename(file)}`,
      message,
      translation,
    })),
  );
}

/** The names of a language by their id. */
const namesOf = (language: string) =>
  new Map(
    cataloguesOf(LOCALES, language).flatMap(({ messages }) =>
      Object.entries(messages)
        .filter(([id]) => /^(?:crop|card|state)\./.test(id))
        .map(([id, { translation = '' }]) => [id, translation]),
    ),
  );

/** What a crop is called under its key, where that is not the key itself. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  'crop.cumbo': 'CUMBU',
  'card.cumbo': 'Cumbu',
  'card.cholam': 'Sorghum',
  'card.potato': 'Potatoes',
};

/** What a name is in English, by its id: crop.redGram is RED GRAM, and card.redGram is Red Gram. */
function englishName(id: string): string {
  const [kind = '', key = ''] = id.split('.');
  if (kind === 'state') return key;
  const words = key.replace(/[A-Z]/g, ' $&');
  return (
    OTHER_WORDS[id] ?? (kind === 'crop' ? words.toUpperCase() : words[0]?.toUpperCase() + words.slice(1))
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

test('names every crop in tables and on cards, and every state, by its key', () => {
  const names = namesOf('en');
  expect(names.size).toBe(16 + 16 + 36);
  for (const [id, name] of names) expect(name, id).toBe(englishName(id));
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

  // Two names that are swapped would show right figures under a wrong crop or state.
  test('name each crop and state by its key, as the glossary names it', () => {
    const glossary = new Map(
      glossaryOf(language).map(({ term, translation }) => [
        term.replace(/ \(.*\)$/, '').toLowerCase(),
        translation,
      ]),
    );
    const names = namesOf(language);
    expect([...names.keys()].sort()).toEqual([...namesOf('en').keys()].sort());
    for (const [id, name] of names) {
      const term = englishName(id.replace('card.', 'crop.')).toLowerCase();
      expect(name, id).toBe(glossary.get(term));
    }
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
