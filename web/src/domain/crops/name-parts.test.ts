import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { partsOf } from './card-name';

const LOCALES = resolve(import.meta.dirname, '../../../locales');

/** What stands on one line of a card with letters twice as large: wide letters of India, narrow Latin ones. */
const MOST = { india: 6, latin: 10 };

const letters = new Intl.Segmenter('ta', { granularity: 'grapheme' });

/** Returns the parts of a name that never break and are too long. */
const tooLong = (name: string) =>
  name
    .split(/[\s-]/)
    .flatMap(partsOf)
    .filter(
      (part) => [...letters.segment(part)].length > (/[\u0900-\u0dff]/.test(part) ? MOST.india : MOST.latin),
    );

const translated = (language: string) =>
  [
    ...readFileSync(resolve(LOCALES, language, 'farmer.po'), 'utf8').matchAll(
      /^msgid "card\..*"\nmsgstr "(.*)"/gm,
    ),
  ].map(([, name = '']) => name);

test('in every language, no part of a crop’s name that cannot break is too long for a card', () => {
  for (const language of readdirSync(LOCALES)) {
    const names = translated(language);
    expect(names.length, language).toBe(16);
    expect(names.flatMap(tooLong), language).toEqual([]);
  }
});

test('a Tamil compound breaks before its last word, and a plain word nowhere', () => {
  expect(partsOf('கேழ்வரகு')).toEqual(['கேழ்', 'வரகு']);
  expect(partsOf('உருளைக்கிழங்கு')).toEqual(['உருளைக்', 'கிழங்கு']);
  expect(partsOf('பாசிப்பயறு')).toEqual(['பாசிப்', 'பயறு']);
  expect(partsOf('சோளம்')).toEqual(['சோளம்']);
});
