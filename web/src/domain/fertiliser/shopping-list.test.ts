import { expect, test } from 'vitest';
import { shoppingList } from './shopping-list';

const none = { bags: 0, kg_per_bag: 50 };
const urea = (bags: number, kgPerBag = 45, hectares = 1) =>
  shoppingList({ urea: { bags, kg_per_bag: kgPerBag }, dap: none, ssp: none, mop: none }, hectares)[0];

test('a plan is bought in whole bags, with their weight, and nothing that is not needed', () => {
  const plan = {
    urea: { bags: 2, kg_per_bag: 45 },
    dap: none,
    ssp: { bags: 4.5, kg_per_bag: 50 },
    mop: { bags: 0.005, kg_per_bag: 50 },
  };
  expect(shoppingList(plan, 1)).toEqual([
    { fertiliser: 'Urea', bags: '2 bags', weight: 'of 45 kg: 90 kg' },
    { fertiliser: 'SSP', bags: '4 bags and 25 kg', weight: 'of 50 kg: 225 kg' },
  ]);
});

test('for 2 acres it is as much less, to the kilogram', () => {
  expect(urea(3.7, 50, 0.8094)).toMatchObject({ bags: '3 bags', weight: 'of 50 kg: 150 kg' });
  expect(urea(1.03, 45, 0.8094)).toMatchObject({ bags: '38 kg', weight: 'a bag has 45 kg' });
});

test('no fertiliser at all is an empty list', () => {
  expect(shoppingList({ urea: none, dap: none, ssp: none, mop: none }, 1)).toEqual([]);
});

test('bags and what is weighed beside them make up the kilograms', () => {
  expect(urea(1)).toMatchObject({ bags: '1 bag', weight: 'of 45 kg: 45 kg' });
  expect(urea(1.03)).toMatchObject({ bags: '1 bag and 1 kg', weight: 'of 45 kg: 46 kg' });
  expect(urea(0.5, 50)).toMatchObject({ bags: '25 kg', weight: 'a bag has 50 kg' });
  expect(urea(0.04, 50)).toMatchObject({ bags: '2 kg', weight: 'a bag has 50 kg' });
});
