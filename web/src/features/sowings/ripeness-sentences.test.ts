import * as v from 'valibot';
import { expect, test } from 'vitest';
import { closedSentence, earlySentence, harvestRules, ripenessSentence } from './harvest';

const TODAY = '2026-07-03';
const harvest = { harvest_from: '2026-10-11', harvest_until: '2026-10-28' };

test.each([
  [harvest, TODAY, 'Harvest from 11 October to 28 October, in 100 days'],
  [harvest, '2026-10-10', 'Harvest from 11 October to 28 October, in 1 day'],
  [
    { harvest_from: '2026-12-21', harvest_until: '2027-01-10' },
    TODAY,
    'Harvest from 21 December to 10 January 2027, in 171 days',
  ],
  [harvest, '2026-10-11', 'Ripe now: harvest until 28 October'],
  [harvest, '2026-10-28', 'Ripe now: harvest until 28 October'],
  [harvest, '2026-10-29', 'The usual harvest was until 28 October'],
])(
  'a sowing tells its harvest as of the day on which it is looked at, with the year of another year: %#',
  (sowing, today, expected) => {
    expect(ripenessSentence(sowing, today)).toBe(expected);
  },
);

test.each([
  ['harvested', 1840, 'Harvested, noted on 1 Jul 2026: 1,840 kg.'],
  ['harvested', null, 'Harvested, noted on 1 Jul 2026.'],
  ['failed', null, 'Failed, noted on 1 Jul 2026. It no longer counts as supply.'],
] as const)('a sowing that is %s with %s kg: %s', (outcome, harvested_kg, expected) => {
  expect(closedSentence({ outcome, on: '2026-07-01', harvested_kg })).toBe(expected);
});

test.each([
  ['2026-06-29', '2026-10-11', 'Sown 4 days ago. The harvest of this crop usually begins on 11 October.'],
  ['2026-07-02', '2026-10-11', 'Sown 1 day ago. The harvest of this crop usually begins on 11 October.'],
  ['2026-07-03', '2027-01-05', 'Sown today. The harvest of this crop usually begins on 5 January 2027.'],
])('a harvest of what was sown on %s is asked about', (sown_on, harvest_from, expected) => {
  const said = earlySentence({ sown_on, harvest_from }, TODAY);
  expect(said).toBe(`${expected} Noting a harvest ends the sowing.`);
});

const check = (text: string) => {
  const rules = harvestRules(1, 3400);
  const parsed = v.safeParse(rules, { harvested_kg: text }, { abortPipeEarly: true });
  return parsed.success ? parsed.output.harvested_kg : parsed.issues[0].message;
};

test('a harvest is a whole number of kilograms, or left out', () => {
  expect(check(' 1840 ')).toBe(1840);
  expect(check('0')).toBe(0);
  expect(check('')).toBeUndefined();
  for (const text of ['1.5', '-1', '1e3', 'much'])
    expect(check(text), text).toBe('Enter the harvest in whole kilograms, or leave it empty.');
});

test('a harvest beyond three times the upper yield is a slip', () => {
  expect(check('10200')).toBe(10_200);
  expect(check('10201')).toBe('Check the harvest: more than 10,200 kg is not possible on this field.');
});
