import { expect, test } from 'vitest';
import { advisedCrop } from '@/shared/testing/advice';
import { grossSentence, supportPrice } from './price-sentences';

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

test('rupees of a hectare stand in the Indian grouping, rounded to hundreds, with the cost beside them', () => {
  expect(grossSentence(advisedCrop())).toBe(
    'At that price one hectare brings ₹36,900 to ₹1,14,800 before costs. Published cost: ₹50,100.',
  );
  expect(grossSentence(advisedCrop(), true)).toContain(
    'At that price one acre brings ₹14,900 to ₹46,500 before',
  );
  expect(grossSentence(advisedCrop({ cost_rupees_per_ha: null }))).toContain('No cost is published for it.');
  expect(grossSentence(advisedCrop({ gross_rupees_per_ha: null }))).toBeNull();
});
