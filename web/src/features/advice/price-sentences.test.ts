import { expect, test } from 'vitest';
import { advisedCrop } from '@/testing/advice';
import { leavesSentences, reckonedFrom, supportPrice } from './price-sentences';

const priced = (rupees_per_quintal: number, season: string, kind = 'msp') =>
  advisedCrop({ support_price: { rupees_per_quintal, season, kind } });

test.each([
  [priced(8200, '2026-27 KMS'), 'Support price ₹8,200 a quintal (kharif marketing season 2026-27)'],
  [priced(10_346, '2027-28 RMS'), 'Support price ₹10,346 a quintal (rabi marketing season 2027-28)'],
  [
    priced(365, '2026-27 sugar season (Oct-Sep)', 'frp'),
    'Mills must pay ₹365 a quintal (sugar season 2026-27)',
  ],
  [priced(100, 'some season'), 'Support price ₹100 a quintal (some season)'],
  [advisedCrop({ support_price: null }), 'No support price'],
])('the price line is: %#', (crop, expected) => {
  expect(supportPrice(crop)).toBe(expected);
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

test('a missing figure is named', () => {
  expect(leavesSentences(advisedCrop({ leaves: null, lacking: 'cost' }), HECTARE)).toEqual([
    'What it leaves after costs is not known: nobody publishes its cost here.',
  ]);
  expect(leavesSentences(advisedCrop({ leaves: null, lacking: 'yield' }), HECTARE)[0]).toContain(
    'no sure yields',
  );
  expect(reckonedFrom(advisedCrop({ leaves: null }))).toEqual([]);
});

test('the sums say what they are reckoned from', () => {
  const [yields, cost, poor] = reckonedFrom(advisedCrop());
  expect(yields).toContain('450 to 1,400 kg a hectare, and ₹9,250 a quintal');
  expect(cost).toContain('₹44,400 a hectare, by a survey of your state in 2017-18');
  expect(poor).toContain('one district in ten');
  const ofIndia = reckonedFrom(
    advisedCrop({ leaves: LEFT && { ...LEFT, cost_region: 'IN', cost_year: 2099 } }),
  );
  expect(ofIndia[1]).toContain("India's cost of a quintal in 2099-00");
});
