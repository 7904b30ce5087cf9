import { expect, test } from 'vitest';
import { demandRow } from '@/testing/demand';
import { placeSentence, projectedSentence, rowSentence, wantedSentence } from './row-sentences';

/** Spaces within a figure do not break. */
const spaced = (sentence: string) => sentence.replaceAll('\u00a0', ' ');

test('demand is domestic use and the usual exports, and the note gives both parts', () => {
  const rows = [
    demandRow('groundnut', 1, {
      domestic_tonnes: 9_234_298,
      exported_tonnes: 911_429,
      is_beyond_error: true,
    }),
    demandRow('blackGram', 1, { domestic_tonnes: 3_057_587, exported_tonnes: 0, is_beyond_error: true }),
  ];
  expect(spaced(wantedSentence(rows, null))).toBe(
    "Demand is what is wanted of India's growers: 1.23 crore t for use in India and 9.11 lakh t for the usual exports, all crops together.",
  );
  expect(spaced(wantedSentence(rows, 'Kerala'))).toBe(
    "Demand is what Kerala uses, 1.23 crore t, and its part of India's usual exports, 9.11 lakh t, all crops together.",
  );
  expect(rows.map((row) => spaced(rowSentence(row, null)))).toEqual([
    'Used in India 92.3 lakh t; exported 9.11 lakh t.',
    'Used in India 30.6 lakh t; no exports are known.',
  ]);
});

test('a crop whose price imports hold says so in its row', () => {
  const redGram = demandRow('redGram', 1, {
    domestic_tonnes: 4_498_000,
    exported_tonnes: 25_000,
    is_beyond_error: true,
    is_imported: true,
  });
  expect(spaced(rowSentence(redGram, null))).toBe(
    'Used in India 45 lakh t; exported 25,000 t. Imported today.',
  );
});

test('within the error of the figure, the row of India says that about as much is on the way as is needed', () => {
  const onion = demandRow('onion', 10.1, { domestic_tonnes: 4_498_000, basis: 'population' });
  expect(rowSentence(onion, null)).toMatch(/About as much is on the way as is needed\.$/);
  expect(rowSentence(onion, 'Kerala')).not.toContain('About as much');
});

test('the row shows the present figure beside the one for when all plans and advice are followed', () => {
  expect(projectedSentence(demandRow('onion', 7.84), 97.2)).toBe(
    'Met now: 78 %. If all plans and advice are followed: 97 %.',
  );
});

test('a row without a supply-and-use balance says so, in India and in a state', () => {
  const ragi = demandRow('ragi', 10, { has_balance: false, basis: 'production' });
  expect(rowSentence(ragi, null)).toBe('No balance is known; shown as grown.');
  expect(rowSentence(ragi, 'Tamil Nadu')).toBe('No balance is known; shown as grown.');
});

test.each([
  [
    430_000,
    500_000,
    'population',
    'Grown here 4.3 lakh t; eaten here 5 lakh t: the rest comes from other states.',
  ],
  [
    900_000,
    500_000,
    'population',
    'Grown here 9 lakh t; eaten here 5 lakh t: the rest goes to other states.',
  ],
  [
    145_766,
    6_405_893,
    'processing',
    'Grown here 1.46 lakh t; used here 64.1 lakh t: the rest comes from other states.',
  ],
  [
    23_807_032,
    14_412_837,
    'processing',
    'Grown here 2.38 crore t; used here 1.44 crore t: the rest goes to other states.',
  ],
  [500_000, 500_000, 'population', 'Grown here 5 lakh t; eaten here about the same.'],
  [500_000, 501_000, null, 'Grown here 5 lakh t; used here about the same.'],
  [0, 500_000, 'population', 'None is grown here; eaten here 5 lakh t: all of it comes from other states.'],
  [0, 500_000, 'processing', 'None is grown here; used here 5 lakh t: all of it comes from other states.'],
  [900_000, 0, 'processing', 'Grown here 9 lakh t; used here 0 t: the rest goes to other states.'],
  [500_000, 500_000, 'production', 'Grown here 5 lakh t; how much is used here is not known.'],
  [0, 0, 'production', 'Not grown here.'],
  [0, 0, 'processing', 'Neither grown nor used here.'],
])('a state grows %d t and uses %d t by %s: %s', (usual_tonnes, domestic_tonnes, basis, expected) => {
  expect(spaced(placeSentence({ usual_tonnes, domestic_tonnes, exported_tonnes: 0, basis }))).toBe(expected);
});

test.each([
  ['population', 'Grown here 9 lakh t; eaten here 5 lakh t: the rest goes to other states or abroad.'],
  ['processing', 'Grown here 9 lakh t; used here 5 lakh t: the rest goes to other states or abroad.'],
])('the rest of an exported crop goes abroad, too (%s)', (basis, expected) => {
  const place = { usual_tonnes: 900_000, domestic_tonnes: 500_000, exported_tonnes: 100_000, basis };
  expect(spaced(placeSentence(place))).toBe(expected);
});

test('a state whose exports take more than it has left says that the rest goes abroad', () => {
  const paddy = { usual_tonnes: 11_061_322, domestic_tonnes: 10_134_208, exported_tonnes: 1_537_519 };
  expect(spaced(placeSentence({ ...paddy, basis: 'population' }))).toBe(
    'Grown here 1.11 crore t; eaten here 1.01 crore t: the rest goes abroad, where 15.4 lakh t is wanted.',
  );
  expect(spaced(placeSentence({ ...paddy, basis: 'processing' }))).toBe(
    'Grown here 1.11 crore t; used here 1.01 crore t: the rest goes abroad, where 15.4 lakh t is wanted.',
  );
});
