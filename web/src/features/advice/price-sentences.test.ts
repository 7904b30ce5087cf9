import { expect, test } from 'vitest';
import { advisedCrop } from '@/testing/advice';
import { reckonedFrom, supportPrice } from './price-sentences';

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

const LEFT = advisedCrop().leaves;

test('the sums say what they are reckoned from', () => {
  expect(reckonedFrom(advisedCrop({ leaves: null }))).toEqual([]);
  const [yields, cost, poor] = reckonedFrom(advisedCrop());
  expect(yields).toContain('450 to 1,400 kg a hectare, and ₹9,250 a quintal');
  expect(cost).toContain('₹44,400 a hectare, by a survey of your state in 2017-18');
  expect(poor).toContain('one district in ten');
  const ofIndia = reckonedFrom(
    advisedCrop({ leaves: LEFT && { ...LEFT, cost_region: 'IN', cost_year: 2099 } }),
  );
  expect(reckonedFrom(advisedCrop({ yield_of: 'watered-and-not' }))).toContain(
    'These are yields of watered fields and others.',
  );
  expect(ofIndia[1]).toContain("India's cost of a quintal in 2099-00");
});
