import { expect, test } from 'vitest';
import { demandRow } from '@/testing/demand';
import { errorSentences, importSentences } from './figure-details';

/** Spaces within a figure do not break. */
const spaced = (sentences: string[]) => sentences.map((sentence) => sentence.replaceAll('\u00a0', ' '));

const source = {
  crop: 'paddy',
  years: '2024-25 to 2025-26',
  as_of: '2026-11-24',
  source: 'UPAg',
  confidence: 'medium',
  error_percent: 5,
  imports: null,
  has_newer: false,
  usual_land_ha: 1,
  use_percent: null,
  supply_percent: null,
  observed: [],
};

test('a figure says between which percentages the true one most likely lies', () => {
  const row = demandRow('paddy', 10.4);
  expect(errorSentences(row, { ...source, error_percent: 3 }, null)).toEqual([
    'Most likely between 101 and 107 % of the demand is met.',
  ]);
  expect(errorSentences(row, source, null)).toEqual([
    'Most likely between 99 and 109 % of the demand is met.',
    'So it says neither that too little is coming nor that too much is.',
  ]);
  expect(errorSentences(row, source, 'Kerala')).toHaveLength(1);
  expect(errorSentences(demandRow('paddy', 0), source, 'Delhi')).toEqual([]);
});

test('a crop without a balance says how well its harvest is known', () => {
  const row = demandRow('horseGram', 10, { has_balance: false });
  expect(errorSentences(row, { ...source, error_percent: 25 }, null)).toEqual([
    'What is usually grown of it is known to within 25 %.',
  ]);
});

test('imports are told with what is met without and with them, their duty and their price', () => {
  const row = demandRow('redGram', 3_544_000, { demand_tonnes: 4_523_000, met_percent: 78.4 });
  const imports = {
    usual_tonnes: 1_159_000,
    duty_percent: 0,
    duty_as_of: '2026-03-31',
    price_percent: 71,
  };
  expect(spaced(importSentences(row, imports))).toEqual([
    'Imported today: 11.6 lakh t in a usual year.',
    'Without imports 78 % of the demand is met, with them 104 %.',
    'No import duty was due on 31 Mar 2026.',
    'Imports land 29 % under the support price, before duty and port costs, and hold the price that farmers get.',
  ]);
  const dear = { ...imports, duty_percent: 5.5, price_percent: 100 };
  expect(spaced(importSentences({ ...row, demand_tonnes: 0 }, dear))).toEqual([
    'Imported today: 11.6 lakh t in a usual year.',
    'The import duty was 5.5 % on 31 Mar 2026.',
    'Imports hold the price that farmers get.',
  ]);
});
