import { expect, test } from 'vitest';
import { demandOverview, demandRow as row } from '@/testing/demand';
import { changedCrops, laterOverview, withChange } from './demand-order';

const at = (revision: number, crops = [row('maize', 1), row('paddy', 2)]) =>
  demandOverview({
    revision,
    summary: {
      average_demand_tonnes: 10,
      average_met_tonnes: revision,
      met_percent: 1,
      total_need_tonnes: 1,
    },
    crops,
  });

test('a change replaces its rows and the summary, and leaves the other rows as they are', () => {
  const before = at(1);
  const after = withChange(before, at(2, [row('paddy', 5)]));
  expect(after?.crops.map((one) => one.met_tonnes)).toEqual([1, 5]);
  expect(after?.crops[0]).toBe(before.crops[0]);
  expect(after?.summary.average_met_tonnes).toBe(2);
});

test('a change with a crop not seen before adds its row', () => {
  expect(withChange(at(1), at(2, [row('onion', 3)]))?.crops.map((one) => one.crop)).toEqual([
    'maize',
    'paddy',
    'onion',
  ]);
});

test('a change older than the picture is left out', () => {
  const current = at(5);
  expect(withChange(current, at(4, [row('paddy', 9)]))).toBe(current);
});

test('a change of another region or crop year, or without a picture, asks for the whole', () => {
  expect(withChange(undefined, at(1))).toBeNull();
  expect(withChange(at(1), { ...at(2), region: 'IN-TN' })).toBeNull();
  expect(withChange(at(1), { ...at(2), crop_year: 2027 })).toBeNull();
});

test('a slow answer never takes the picture back in time', () => {
  const live = at(5);
  expect(laterOverview(live, at(4))).toBe(live);
  const newer = at(6);
  expect(laterOverview(live, newer)).toBe(newer);
  expect(laterOverview(undefined, live)).toBe(live);
});

test('the later overview is decided by crop year and revision, not by the clocks of the servers', () => {
  const live = { ...at(5), as_of: '2026-06-01T00:00:00Z' };
  const newer = { ...at(6), as_of: '2026-05-31T00:00:00Z' };
  expect(laterOverview(live, newer)).toBe(newer);
  expect(laterOverview(newer, live)).toBe(newer);
  expect(withChange(live, newer)?.revision).toBe(6);
  const nextYear = { ...at(1), crop_year: 2027 };
  expect(laterOverview(live, nextYear)).toBe(nextYear);
  expect(laterOverview(nextYear, live)).toBe(nextYear);
});

test('only rows with other figures count as changed, and none on the first load', () => {
  expect(changedCrops(at(1), at(2, [row('maize', 1), row('paddy', 3)]))).toEqual(['paddy']);
  expect(changedCrops(undefined, at(1))).toEqual([]);
});
