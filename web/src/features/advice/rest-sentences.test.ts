import { expect, test } from 'vitest';
import { advisedCrop } from '@/testing/advice';
import { leavesSentences, neighboursSow, openNeed, soldSentence } from './rest-sentences';

test.each([
  [23.1, 'India still needs 23 % of its black gram'],
  [8, 'India still needs 8 % of its black gram'],
  [7, 'About as much black gram is on the way as India needs'],
  [-7, 'About as much black gram is on the way as India needs'],
  [-12.3, 'More black gram is on the way than India needs: 12 % too much'],
])('with figures that may be off by 7 %%, %d %% open: %s', (need_open_percent, expected) => {
  expect(openNeed(advisedCrop({ need_open_percent }))).toBe(expected);
});

test('what is needed and today imported is told as such', () => {
  const redGram = { crop: 'redGram', need_open_percent: -4, imports: { usual_tonnes: 1_159_000 } };
  expect(openNeed(advisedCrop(redGram))).toBe(
    'India needs more red gram than it grows, and imports it today',
  );
});

const HECTARE = { hectares: 1, each: 'a hectare' };
const LEFT = advisedCrop().leaves;

test.each([
  [
    { low: 18_300, high: 61_500 },
    9_000,
    'leaves ₹18,300 to ₹61,500 a hectare after costs.',
    'leaves ₹9,000.',
  ],
  [
    { low: -4_000, high: 21_000 },
    -9_950,
    'leaves up to ₹21,000 a hectare after costs, or loses up to ₹4,000.',
    'loses ₹10,000.',
  ],
  [
    { low: -9_000, high: -2_000 },
    -1_14_800,
    'loses ₹2,000 to ₹9,000 a hectare after costs.',
    'loses ₹1,14,800.',
  ],
])('%# a usual year, and a poor one', (usual_year, poor_year, usual, poor) => {
  const leaves = LEFT && { ...LEFT, usual_year, poor_year };
  expect(leavesSentences(advisedCrop({ leaves }), HECTARE)).toEqual([
    `A usual year ${usual}`,
    `A poor one ${poor}`,
  ]);
});

test('a farmer who measures in acres reads what an acre leaves', () => {
  expect(leavesSentences(advisedCrop(), { hectares: 0.4047, each: 'an acre' })).toEqual([
    'A usual year leaves ₹7,400 to ₹24,900 an acre after costs.',
    'A poor one loses ₹5,000.',
  ]);
});

test('fodder is said where it is over a fifth, and a state whose years are not known has one figure', () => {
  const leaves = LEFT && { ...LEFT, usual_year: { low: 5_300, high: 5_300 }, by_product_part: 0.81 };
  expect(leavesSentences(advisedCrop({ leaves }), HECTARE)).toEqual([
    'A usual year leaves ₹5,300 a hectare after costs.',
    'A poor one loses ₹12,400.',
    'With fodder.',
  ]);
});

test('where harvests of past years are not known, a poor year is one of poor prices', () => {
  const leaves = LEFT && { ...LEFT, poor_yield_kg: null, poor_year: 8_000 };
  expect(leavesSentences(advisedCrop({ leaves }), HECTARE)[1]).toBe('With a poor price it leaves ₹8,000.');
  expect(leavesSentences(advisedCrop({ leaves: leaves && { ...leaves, poor_year: -900 } }), HECTARE)[1]).toBe(
    'With a poor price it loses ₹900.',
  );
});

test('a missing figure is named', () => {
  expect(leavesSentences(advisedCrop({ leaves: null, lacking: 'survey' }), HECTARE)).toEqual([
    'What it leaves after costs is not known: no survey of its cost fits the land here.',
  ]);
});

test('what neighbours sow is told of 100 hectares', () => {
  expect(neighboursSow(advisedCrop({ share_here: 0.144 }))).toBe('Neighbours sow it on 14 of 100 ha');
});

const SOLD = {
  market: 'Erode',
  region: 'IN-TN',
  median: 2_150,
  low: 1_900,
  high: 2_300,
  last_day: '2026-11-26',
  is_old: false,
  harvest_change_percent: -6,
};

test.each([
  [SOLD, 'Erode market, week until 26 November: ₹2,150 a quintal (₹1,900 to ₹2,300).'],
  [
    { ...SOLD, market: null },
    'Markets of Tamil Nadu, week until 26 November: ₹2,150 a quintal (₹1,900 to ₹2,300).',
  ],
  [
    { ...SOLD, is_old: true },
    'Erode market, week until 26 November: ₹2,150 a quintal (₹1,900 to ₹2,300). That is long ago.',
  ],
  [null, null],
])('what the market paid: %#', (sold, expected) => {
  expect(soldSentence(advisedCrop({ sold }))).toBe(expected);
});
