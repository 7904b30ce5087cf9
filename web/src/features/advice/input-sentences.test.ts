import { expect, test } from 'vitest';
import { advisedCrop, fertiliserPlan } from '@/testing/advice';
import { doseOf, fertiliserFor, seedFor } from './advice-facts';

test('fertiliser is told in whole bags and kilograms for the field', () => {
  expect(fertiliserFor(fertiliserPlan(), 0.81, '2 acres')).toBe(
    'Fertiliser for 2 acres: Urea 5 kg, DAP 44 kg, and MOP (potash) 17 kg',
  );
});

test('a crop that gets none says so', () => {
  const none = { bags: 0, kg_per_bag: 50 };
  const bags = { urea: none, dap: none, ssp: none, mop: none };
  expect(fertiliserFor(fertiliserPlan({ bags: { with_dap: bags, with_ssp: bags } }), 1, 'one hectare')).toBe(
    'No fertiliser is recommended for it',
  );
});

test.each([
  ['IN-TN', null],
  ['IN-OD', 'No dose of Tamil Nadu is known; that of Odisha is shown'],
  ['IN', 'No dose of Tamil Nadu is known; one for all of India is shown'],
])('the dose of %s', (region, sentence) => {
  expect(doseOf({ region }, 'IN-TN')).toBe(sentence);
});

const seed = (given: Partial<ReturnType<typeof advisedCrop>['seed']>) =>
  advisedCrop({ seed: { kg_per_ha: { min: 20, max: 25 }, pieces_per_ha: null, form: null, ...given } });

test.each([
  [seed({}), 'Seed for 2 acres: 16 to 20 kg'],
  [seed({ kg_per_ha: { min: 5, max: 5 } }), 'Seed for 2 acres: 4.1 kg'],
  [seed({ form: 'kernels' }), 'Seed for 2 acres: 16 to 20 kg (kernels)'],
  [
    seed({ pieces_per_ha: { min: 50_000, max: 75_000 }, form: 'setts of two buds' }),
    'To plant 2 acres: 41,000 to 61,000 setts of two buds',
  ],
])('%# seed is told for the field', (crop, sentence) => {
  expect(seedFor(crop, 0.81, '2 acres')).toBe(sentence);
});
