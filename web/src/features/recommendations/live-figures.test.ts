import { expect, test } from 'vitest';
import { demandOverview, demandRow as row } from '@/testing/demand';
import { withLiveFigures } from './live-figures';

const recommended = { region: 'IN', crop_year: 2026, crops: [row('maize', 1), row('onion', 2)] };
const demand = (region: string) => demandOverview({ region, crops: [row('maize', 7), row('paddy', 9)] });

test('the recommended crops show the figures of the live demand', () => {
  expect(withLiveFigures(recommended, demand('IN')).map((one) => one.met_tonnes)).toEqual([7, 2]);
});

test('figures that the live demand does not have stay as they are', () => {
  const suited = { ...recommended, crops: [{ ...row('maize', 1), probability: 0.3 }] };
  expect(withLiveFigures(suited, demand('IN'))).toEqual([{ ...row('maize', 7), probability: 0.3 }]);
});

test('figures of another region, or none, change nothing', () => {
  expect(withLiveFigures(recommended, demand('IN-TN'))).toBe(recommended.crops);
  expect(withLiveFigures(recommended, undefined)).toBe(recommended.crops);
});

test('a row whose live figures stay is the same object again, so that it is not drawn anew', () => {
  const before = demand('IN');
  const after = { ...before, crops: [row('maize', 8), before.crops[1] ?? row('paddy', 9)] };
  const suited = { ...recommended, crops: [row('maize', 1), row('paddy', 2)] };
  const [, paddy] = withLiveFigures(suited, before);
  const [maize, paddyAgain] = withLiveFigures(suited, after);
  expect(maize?.met_tonnes).toBe(8);
  expect(paddyAgain).toBe(paddy);
});
