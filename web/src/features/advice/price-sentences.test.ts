import { expect, test } from 'vitest';
import { advisedCrop } from '@/testing/advice';
import { reckonedFrom, soldBesides, supportPrices, tenYears } from './price-sentences';

const priced = (rupees_per_quintal: number, season: string, kind = 'msp') =>
  advisedCrop({ support_price: { rupees_per_quintal, season, kind }, bought: null });
const advised = (rupees_per_quintal: number, variety: string) =>
  ({ kind: 'advised', rupees_per_quintal, season: '2025-26', variety }) as const;

test.each([
  [priced(8200, '2026-27 KMS'), ['Support price ₹8,200 a quintal (kharif marketing season 2026-27).']],
  [priced(10_346, '2027-28 RMS'), ['Support price ₹10,346 a quintal (rabi marketing season 2027-28).']],
  [
    priced(365, '2026-27 sugar season (Oct-Sep)', 'frp'),
    [
      'Mills must pay ₹365 a quintal (sugar season 2026-27) at the usual sugar content: less sugar, less pay.',
    ],
  ],
  [
    {
      ...priced(365, '2026-27 sugar season (Oct-Sep)', 'frp'),
      state_prices: [advised(400, 'early'), advised(390, 'common'), advised(408, 'late'), advised(350, '')],
    },
    [
      'Mills in your state must pay ₹400 a quintal for early varieties (2025-26).',
      'Mills in your state must pay ₹390 a quintal for common varieties (2025-26).',
      'Mills in your state must pay ₹408 a quintal for late varieties (2025-26).',
      'Mills in your state must pay ₹350 a quintal (2025-26).',
    ],
  ],
  [
    {
      ...priced(2441, '2026-27 KMS'),
      state_prices: [{ kind: 'bonus', rupees_per_quintal: 131, season: '2025-26', variety: '' } as const],
    },
    [
      'Support price ₹2,441 a quintal (kharif marketing season 2026-27).',
      'Your state added ₹131 to it (2025-26): ask whether it still does.',
    ],
  ],
  [priced(100, 'some season'), ['Support price ₹100 a quintal (some season).']],
  [advisedCrop({ support_price: null }), ['No support price.']],
])('what is really paid: %#', (crop, expected) => {
  expect(supportPrices(crop)).toEqual(expected);
});

test.each([
  [0.05, 'IN', 'One quintal in 20 in India is bought at it.'],
  [0.12, 'IN-WB', 'One quintal in 8 in your state is bought at it.'],
  [0.38, 'IN-TN', 'Of 100 quintals in your state, 38 are bought at it.'],
  [0.36, 'IN', 'Of 100 quintals in India, 36 are bought at it.'],
  [0, 'IN', "Hardly any of India's crop is bought at it."],
  [0.004, 'IN-KA', "Hardly any of your state's crop is bought at it."],
])('where %d of the crop of %s is bought: %s', (part, region, expected) => {
  expect(supportPrices(advisedCrop({ bought: { part, region, season: '2024-25' } }))[1]).toBe(expected);
});

const LEFT = advisedCrop().leaves;
const ACRE = { hectares: 0.4047, each: 'an acre' };

test('ten years, in the unit of the farmer', () => {
  expect(tenYears(advisedCrop(), ACRE)).toEqual([
    'In 10 years: 6 usual, 2 poor (154 kg an acre), 2 good.',
    'In 2 of 10 years it loses.',
  ]);
  const leaves = LEFT && {
    ...LEFT,
    poor_yield_kg: null,
    loss_years: null,
    poor_price_rupees_per_quintal: 400,
  };
  expect(tenYears(advisedCrop({ leaves }), ACRE)).toEqual([
    'How its years differ in your state is not known.',
    'In the worst of 10 years a quintal brings ₹400.',
  ]);
  expect(tenYears(advisedCrop({ leaves: null }), ACRE)).toEqual([]);
});

test('the sums say what they are reckoned from', () => {
  expect(reckonedFrom(advisedCrop({ leaves: null }), 'IN-TN')).toEqual([]);
  const [yields, prices, survey] = reckonedFrom(advisedCrop(), 'IN-TN');
  expect(prices).toBe('Prices: markets of India on 23 Jul 2026.');
  expect(yields).toContain('620 kg a hectare and ₹9,250 a quintal');
  expect(survey).toContain('of a survey of your state until 2021-22. Cost: ₹44,400 a hectare');
  expect(reckonedFrom(advisedCrop(), 'IN-PY')[2]).toContain('of a survey of Tamil Nadu');
  expect(reckonedFrom(advisedCrop({ yield_of: 'watered-and-not' }), 'IN-TN')).toContain(
    'These are yields of watered fields and others.',
  );
});

test.each([
  [-6, 'In March, when it is harvested, it is usually 6 % lower.'],
  [12.4, 'In March, when it is harvested, it is usually 12 % higher.'],
  [2, undefined],
  [null, undefined],
])('with a change of %s %% until the harvest: %s', (harvest_change_percent, expected) => {
  const sold = {
    market: 'Erode',
    region: 'IN-TN',
    median: 2_150,
    low: 1_900,
    high: 2_300,
    last_day: '2026-11-26',
    is_old: false,
    harvest_change_percent,
  };
  const source = "As Agmarknet, the government's market service, has it.";
  const said = soldBesides(advisedCrop({ sold, harvest_from: '2027-03-10' }));
  expect(said).toEqual([...(expected ? [expected] : []), source]);
});
