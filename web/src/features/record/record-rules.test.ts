import * as v from 'valibot';
import { expect, test } from 'vitest';
import { NOT_A_NUMBER } from '@/shared/forms/form-fields';
import { npkRules, placeRules, profileRules } from './record-rules';

const messages = (rules: v.GenericSchema, fields: Record<string, string>) => {
  const parsed = v.safeParse(rules, fields, { abortPipeEarly: true });
  return parsed.success ? parsed.output : parsed.issues.map((issue) => issue.message);
};

test('number and place are both required', () => {
  expect(messages(profileRules, { number: ' 98765 43210 ', place: 'Madurai' })).toEqual({
    number: '+91 98765 43210',
    place: 'Madurai',
  });
  expect(messages(profileRules, { number: '', place: 'Madurai' })).toEqual(['Please fill in both fields']);
  expect(messages(profileRules, { number: '98765 43210', place: '   ' })).toEqual([
    'Please fill in both fields',
  ]);
});

test('the number is a phone number, which is said once both fields are filled in', () => {
  expect(messages(profileRules, { number: '௯௮௭௬௫-௪௩௨௧௦', place: 'Madurai' })).toEqual({
    number: '+91 98765 43210',
    place: 'Madurai',
  });
  expect(messages(profileRules, { number: 'hello', place: '' })).toEqual([
    'Please fill in both fields',
    expect.stringMatching(/^Please enter a phone number, such as /),
  ]);
  const wrong = v.safeParse(profileRules, { number: 'hello', place: 'Madurai' }, { abortPipeEarly: true });
  expect(wrong.issues?.map(({ message, path }) => [message, path?.[0].key])).toEqual([
    [expect.stringMatching(/^Please enter a phone number, such as /), 'number'],
  ]);
});

test('an empty place does not block the saving', () => {
  expect(messages(placeRules, { place: '' })).toEqual({ place: '' });
});

test.each(['\u3164', '\u2800', '\u00ad', '\u115f', '\uffa0', '\u0301', '\u0bcd'])(
  'a place of %j alone is not filled in',
  (place) => {
    expect(messages(profileRules, { number: '98765 43210', place })).toEqual(['Please fill in both fields']);
    expect(messages(placeRules, { place })).toEqual({ place: '' });
  },
);

test.each(['৭০০০০১', '૭૦૦૦૦૧', '۷۰۰۰۰۱', '७००००१'])('the PIN code %s is sent as 700001', (place) => {
  expect(messages(placeRules, { place })).toEqual({ place: '700001' });
});

test('a district goes with the place when one was chosen', () => {
  expect(messages(placeRules, { place: 'Bhavani', district: 'tn-erode' })).toEqual({
    place: 'Bhavani',
    district: 'tn-erode',
  });
  expect(messages(profileRules, { number: '98765 43210', place: 'Bhavani', district: 'tn-erode' })).toEqual({
    number: '+91 98765 43210',
    place: 'Bhavani',
    district: 'tn-erode',
  });
});

test('nutrients run from 0 to 2000', () => {
  expect(messages(npkRules, { n: '0', p: '40.5', k: '2000' })).toEqual({ n: 0, p: 40.5, k: 2000 });
  for (const wrong of ['-1', '2000.01', '1,000', '௧௪', '१४', NOT_A_NUMBER]) {
    expect(messages(npkRules, { n: wrong, p: '0', k: '0' }), wrong).toEqual([
      'Enter a number from 0 to 2000.',
    ]);
  }
  expect(messages(npkRules, { n: '1.005', p: '0', k: '0' })).toEqual(['Use at most two decimals.']);
  expect(messages(npkRules, { n: '1.000', p: '0', k: '0' })).toEqual(['Use at most two decimals.']);
});

test('a nutrient that is left empty is saved as 0, which means not tested', () => {
  expect(messages(npkRules, { n: '14', p: '', k: ' ' })).toEqual({ n: 14, p: 0, k: 0 });
});

test('in a report by the acre, the limit is that of the hectare', () => {
  const acre = { report: 'elements-acre', p: '0', k: '0' };
  expect(messages(npkRules, { ...acre, n: '809.37' })).toEqual({ n: 2000, p: 0, k: 0 });
  expect(messages(npkRules, { ...acre, n: '809.38' })).toEqual(['Enter a number from 0 to 809.37.']);
});
