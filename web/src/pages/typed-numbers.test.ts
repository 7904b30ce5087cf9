import { resolve } from 'node:path';
import { i18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import * as v from 'valibot';
import { afterEach, expect, test } from 'vitest';
import { today } from '@/domain/calendar/days';
import { OWN_SIZE } from '@/domain/land/land-size';
import { landRules } from '@/features/record/land-form';
import { npkRules } from '@/features/record/record-rules';
import { sowingRules } from '@/features/sowings/sow-form';
import { NOT_A_NUMBER } from '@/shared/forms/form-fields';
import { shown } from '@/shared/forms/typed-number';
import { cataloguesOf, languagesIn } from '../../scripts/catalogues.mjs';

const LOCALES = resolve(import.meta.dirname, '../../locales');
const ACRE = '4046.8564224';

type Checked = { said: string } | { saved: number | null };

function checked<Output>(
  rules: v.GenericSchema<Record<string, string>, Output>,
  fields: Record<string, string>,
  value: (output: Output) => number | null | undefined,
): Checked {
  const parsed = v.safeParse(rules, fields, { abortPipeEarly: true });
  return parsed.success ? { saved: value(parsed.output) ?? null } : { said: parsed.issues[0].message };
}

const ofSowing = (size: Record<string, string>) =>
  checked(
    sowingRules,
    { crop: 'ragi', sown_on: today(), ...size },
    ({ size: { body } }) => body.field_size?.value ?? body.field_size_ha,
  );

const ofLand = (size: Record<string, string>) =>
  checked(landRules, size, ({ size }) => size && (size.body.land?.value ?? size.body.land_ha));

/** Every number that a farmer types about the field. */
const FIELDS = {
  'a field in acres': (text: string) =>
    ofSowing({ 'field_size.unit': 'acre', 'field_size.value': text, 'field_size.fixed_square_metres': ACRE }),
  'a field in hectares': (text: string) => ofSowing({ 'field_size.unit': 'hectare', field_size_ha: text }),
  'my land in acres': (text: string) =>
    ofLand({ 'land.unit': 'acre', 'land.value': text, 'land.fixed_square_metres': ACRE }),
  'my land in hectares': (text: string) => ofLand({ 'land.unit': 'hectare', land_ha: text }),
  'the size of my bigha': (text: string) =>
    checked(
      landRules,
      {
        'land.unit': 'bigha',
        'land.value': '4',
        'land.unit_square_metres': OWN_SIZE,
        'land.own_square_metres': text,
      },
      ({ size }) => size?.body.land?.unit_square_metres,
    ),
  'a nutrient': (text: string) => checked(npkRules, { n: text, p: '', k: '' }, ({ n }) => n),
};

const WANTED = 'Please select a crop and enter a valid field size (positive number).';
const NO_NUMBER = 'Please enter a valid number for the field size.';
const NO_LAND = 'Enter your land as a number, or leave it empty.';
const LAND = 'Enter your land in hectares, up to {0}, or leave it empty.';
const ABOVE_ZERO = 'Enter a size above zero, or leave it empty.';
const PRECISE = 'Use at most two decimals.';
const TOO_LARGE = 'Enter a size from 1 square metre to 10,000 hectares.';
const BIGHA = 'Enter the size of the unit in square metres.';
const NUTRIENT = 'Enter a number from 0 to {most}.';
const VALUES = { '{0}': '10,000', '{most}': '2000' };

/** For each field, in their order: the sentence that is said, or the number that is saved. */
const CASES: [kind: string, typed: string, ...answers: (string | number | null)[]][] = [
  ['empty', '', WANTED, WANTED, null, null, BIGHA, 0],
  ['zero', '0', WANTED, WANTED, ABOVE_ZERO, LAND, BIGHA, 0],
  ['negative', '-1', WANTED, WANTED, ABOVE_ZERO, LAND, BIGHA, NUTRIENT],
  ['letters', 'two', NO_NUMBER, NO_NUMBER, NO_LAND, LAND, BIGHA, NUTRIENT],
  ['Devanagari digits', '२.२५', 2.25, 2.25, 2.25, 2.25, 2.25, 2.25],
  ['Tamil digits', '௨.௨௫', 2.25, 2.25, 2.25, 2.25, 2.25, 2.25],
  ['a decimal comma', '2,25', 2.25, 2.25, 2.25, 2.25, 2.25, 2.25],
  [
    'thousand separators',
    '1,00,000',
    TOO_LARGE,
    'Enter a field size of at most {0} hectares.',
    TOO_LARGE,
    LAND,
    100_000,
    NUTRIENT,
  ],
  ['three decimals', '2.255', PRECISE, PRECISE, PRECISE, PRECISE, 2.255, PRECISE],
];

/** Activates a language as its catalogues have it, and returns its sentences by the English ones. */
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

for (const language of languagesIn(LOCALES)) {
  test.each(CASES)(`in '${language}', %s has one answer in every field`, (_, typed, ...answers) => {
    const sentences = speak(language);
    const of = (answer: string | number | null): Checked => {
      if (typeof answer !== 'string') return { saved: answer };
      const said = sentences.get(answer) ?? `no sentence '${answer}'`;
      return {
        said: Object.entries(VALUES).reduce((text, [name, value]) => text.replace(name, value), said),
      };
    };
    const text = /\p{L}/u.test(typed) ? NOT_A_NUMBER : shown(typed);
    const answered = Object.entries(FIELDS).map(([field, check]) => [field, check(text)]);
    expect(answered).toEqual(Object.keys(FIELDS).map((field, i) => [field, of(answers[i] ?? null)]));
  });
}
