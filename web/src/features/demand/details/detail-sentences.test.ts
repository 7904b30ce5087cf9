import { expect, test } from 'vitest';
import { demandOverview, demandRow } from '@/testing/demand';
import { basisSentences, demandParts, metParts, shareSentences } from './detail-sentences';

/** Spaces within a figure do not break. */
const spaced = (sentence: string) => sentence.replaceAll('\u00a0', ' ');

const groundnut = demandRow('groundnut', 1, {
  domestic_tonnes: 9_234_298,
  exported_tonnes: 911_429,
  outside_tonnes: 10_110_333,
  sown_tonnes: 1.5,
  basis: 'population',
});
const source = {
  crop: 'groundnut',
  years: '2020 to 2022',
  as_of: '2026-11-23',
  source: 'FAO',
  confidence: 'high',
  error_percent: 3,
  imports: null,
  has_newer: false,
  usual_land_ha: 1,
  use_percent: 5.426351,
  supply_percent: 10.85,
  observed: [],
};

test('a figure opens to its parts in sentences', () => {
  expect(spaced(demandParts(groundnut, null))).toBe(
    "Wanted of India's growers: 92.3 lakh t used in India and 9.11 lakh t exported.",
  );
  expect(spaced(demandParts(groundnut, 'Kerala'))).toBe(
    "Wanted: 92.3 lakh t used in Kerala, and 9.11 lakh t as its part of India's usual exports.",
  );
  expect(spaced(demandParts({ ...groundnut, exported_tonnes: 0 }, 'Kerala'))).toBe(
    'Wanted: 92.3 lakh t used in Kerala.',
  );
  expect(spaced(metParts(groundnut))).toBe(
    'Growers outside Grow bring 1.01 crore t; sowings in Grow add 1.5 t.',
  );
});

test('a crop without a balance says that no use is known, not how much', () => {
  const ragi = demandRow('ragi', 10, { has_balance: false, usual_tonnes: 1_583_333 });
  expect(spaced(demandParts(ragi, null))).toBe(
    'What is used of it is not known, so what growers bring in a usual year, 15.8 lakh t, is shown as the demand.',
  );
});

test('a state says whether its part goes by people or by mills, and what it grows', () => {
  expect(shareSentences(groundnut, source, 'Tamil Nadu')).toEqual([
    "5.43 % of India's people live in Tamil Nadu, so that part of India's use is taken for it.",
    'Tamil Nadu grows 10.85 % of what India grows of it.',
  ]);
  expect(shareSentences({ ...groundnut, basis: 'processing' }, source, 'Tamil Nadu')[0]).toBe(
    "The mills of Tamil Nadu take 5.43 % of what India's mills take.",
  );
  expect(shareSentences({ ...groundnut, basis: 'production' }, source, 'Tamil Nadu')).toEqual([
    'Tamil Nadu grows 10.85 % of what India grows of it.',
  ]);
  expect(shareSentences(groundnut, { ...source, use_percent: null }, 'Tamil Nadu')).toEqual([]);
});

test('the figures of a state name the crops that go by people, by mills, as grown, or are its own', () => {
  const crops = [
    groundnut,
    demandRow('cotton', 1, { basis: 'processing' }),
    demandRow('ragi', 1, { basis: 'production' }),
    demandRow('onion', 1),
  ];
  const told = (rows: typeof crops) =>
    basisSentences(demandOverview({ region: 'IN-TN', crops: rows }), 'Tamil Nadu');
  expect(told(crops).slice(0, 4)).toEqual([
    'Given for Tamil Nadu itself: ONION.',
    'Use goes by the number of people in the state: GROUNDNUT.',
    'Use goes by what the mills of the state take: COTTON.',
    'No balance is known; shown as grown: RAGI.',
  ]);
  expect(told([demandRow('onion', 1)])).toEqual(['The operator has given figures for Tamil Nadu itself.']);
});
