import { resolve } from 'node:path';
import { i18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import * as v from 'valibot';
import { afterEach, expect, test } from 'vitest';
import { NOT_A_NUMBER } from '@/shared/forms/form-fields';
import { shown } from '@/shared/forms/typed-number';
import { cataloguesOf, languagesIn } from '../../../scripts/catalogues.mjs';
import { sowingRules } from './sowing-rules';

const LOCALES = resolve(import.meta.dirname, '../../../locales');
const ACRE = '4046.8564224';

/** Activates a language as its catalogues have it. */
function speak(language: string): Map<string, string> {
  const all = cataloguesOf(LOCALES, language).flatMap(({ messages }) =>
    Object.entries(messages).map(
      ([id, { message = id, translation = '' }]) => [message, translation] as const,
    ),
  );
  const compiled = all.map(([message, translation]) => [
    generateMessageId(message),
    compileMessage(translation),
  ]);
  i18n.load(language, Object.fromEntries(compiled));
  i18n.activate(language);
  return new Map(all);
}

afterEach(() => i18n.activate('en'));

/** What a form tells of a text that is typed into one of the two boxes: the sentence, or the number that is saved. */
function said(box: 'own' | 'hectares', typed: string): string | number {
  const text = /\p{L}/u.test(typed) ? NOT_A_NUMBER : shown(typed);
  const size =
    box === 'own'
      ? { 'field_size.unit': 'acre', 'field_size.value': text, 'field_size.fixed_square_metres': ACRE }
      : { 'field_size.unit': 'hectare', field_size_ha: text };
  const parsed = v.safeParse(sowingRules, { crop: 'ragi', sown_on: '', ...size }, { abortPipeEarly: true });
  if (!parsed.success) return parsed.issues[0].message;
  const { body } = parsed.output.size;
  return body.field_size?.value ?? body.field_size_ha ?? Number.NaN;
}

const WANTED = 'Please select a crop and enter a valid field size (positive number).';
const NO_NUMBER = 'Please enter a valid number for the field size.';
const PRECISE = 'Use at most two decimals.';

const CASES = [
  ['empty', '', WANTED, WANTED],
  ['zero', '0', WANTED, WANTED],
  ['negative', '-1', WANTED, WANTED],
  ['letters', 'two', NO_NUMBER, NO_NUMBER],
  ['Devanagari digits', '२.२५', 2.25, 2.25],
  ['Tamil digits', '௨.௨௫', 2.25, 2.25],
  ['a decimal comma', '2,25', 2.25, 2.25],
  [
    'thousand separators',
    '1,00,000',
    'Enter a size from 1 square metre to 10,000 hectares.',
    'Enter a field size of at most {0} hectares.',
  ],
  ['three decimals', '2.255', PRECISE, PRECISE],
] as const;

for (const language of languagesIn(LOCALES)) {
  test.each(CASES)(`in '${language}', %s in either box has one answer`, (_, typed, own, hectares) => {
    const sentences = speak(language);
    const of = (answer: string | number) =>
      typeof answer === 'number' ? answer : sentences.get(answer)?.replace('{0}', '10,000');
    expect([said('own', typed), said('hectares', typed)]).toEqual([of(own), of(hectares)]);
  });
}
