import { expect, test } from 'vitest';
import { shoppingList } from './shopping-list';

const none = { bags: 0, kg_per_bag: 50 };

test('a plan is bought in bags, with their weight, and nothing that is not needed', () => {
  const list = shoppingList({
    urea: { bags: 2, kg_per_bag: 45 },
    dap: none,
    ssp: { bags: 4.5, kg_per_bag: 50 },
    mop: { bags: 0.005, kg_per_bag: 50 },
  });
  expect(list).toEqual([
    { fertiliser: 'Urea', bags: 2, kgPerBag: 45, kg: 90 },
    { fertiliser: 'SSP', bags: 4.5, kgPerBag: 50, kg: 225 },
  ]);
});

test('no fertiliser at all is an empty list', () => {
  expect(shoppingList({ urea: none, dap: none, ssp: none, mop: none })).toEqual([]);
});
