import { expect, test } from 'vitest';
import type { DemandOverview } from '@/shared/api/shapes';
import { withLiveFigures } from './live-figures';

const row = (crop: string, met: number) => ({
  crop,
  name: crop,
  demand_tonnes: 10,
  met_tonnes: met,
  need_tonnes: 10 - met,
  met_percent: met * 10,
});
const recommended = { region: 'IN', crop_year: 2026, crops: [row('maize', 1), row('onion', 2)] };
const demand = (region: string): DemandOverview => ({
  region,
  region_name: region,
  basis: 'imported',
  crop_year: 2026,
  revision: 1,
  as_of: '2026-06-01T00:00:00Z',
  summary: { average_demand_tonnes: 0, average_met_tonnes: 0, met_percent: 0, total_need_tonnes: 0 },
  crops: [row('maize', 7), row('paddy', 9)],
});

test('the recommended crops show the figures of the live demand', () => {
  expect(withLiveFigures(recommended, demand('IN')).map((one) => one.met_tonnes)).toEqual([7, 2]);
});

test('what the live demand does not know of a crop stays', () => {
  const suited = { ...recommended, crops: [{ ...row('maize', 1), probability: 0.3 }] };
  expect(withLiveFigures(suited, demand('IN'))).toEqual([{ ...row('maize', 7), probability: 0.3 }]);
});

test('figures of another region, or none, change nothing', () => {
  expect(withLiveFigures(recommended, demand('IN-TN'))).toBe(recommended.crops);
  expect(withLiveFigures(recommended, undefined)).toBe(recommended.crops);
});
