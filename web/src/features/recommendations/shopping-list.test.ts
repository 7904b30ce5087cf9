import { expect, test } from 'vitest';
import { shoppingList } from './shopping-list';

const none = { bags: 0, kg_per_bag: 50 };
const urea = (bags: number, kgPerBag = 45) =>
  shoppingList({ urea: { bags, kg_per_bag: kgPerBag }, dap: none, ssp: none, mop: none })[0];

test('a plan is bought in bags, with their weight, and nothing that is not needed', () => {
  const list = shoppingList({
    urea: { bags: 2, kg_per_bag: 45 },
    dap: none,
    ssp: { bags: 4.5, kg_per_bag: 50 },
    mop: { bags: 0.005, kg_per_bag: 50 },
  });
  expect(list).toEqual([
    { fertiliser: 'Urea', bags: '2 bags', weight: 'of 45 kg: 90 kg' },
    { fertiliser: 'SSP', bags: '4.5 bags', weight: 'of 50 kg: 225 kg' },
  ]);
});

test('no fertiliser at all is an empty list', () => {
  expect(shoppingList({ urea: none, dap: none, ssp: none, mop: none })).toEqual([]);
});

test('one bag is a bag', () => {
  expect(urea(1)).toMatchObject({ bags: '1 bag', weight: 'of 45 kg: 45 kg' });
  expect(urea(0.5, 50)).toMatchObject({ bags: '0.5 bags', weight: 'of 50 kg: 25 kg' });
});

test('bags that are not exactly the kilograms beside them say so', () => {
  expect(urea(1.03)).toMatchObject({ bags: 'about 1 bag', weight: 'of 45 kg: 46 kg' });
  expect(urea(5.16, 50)).toMatchObject({ bags: 'about 5.2 bags', weight: 'of 50 kg: 258 kg' });
  expect(urea(1.79, 50)).toMatchObject({ bags: '1.8 bags', weight: 'of 50 kg: 90 kg' });
});

test('a few kilograms are a small part of a bag, not none', () => {
  expect(urea(0.04, 50)).toMatchObject({ bags: 'under 0.1 bags', weight: 'of 50 kg: 2 kg' });
});
