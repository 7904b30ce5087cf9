import { expect, test } from 'vitest';
import { converted, fromReport, mostOf, SOIL_REPORTS, toReport, withoutRounding } from './soil-report';
import { testedValues } from './tested';

test('kilograms of the element by the hectare are taken as they are', () => {
  expect(fromReport('elements-ha', 'p', 12.5)).toBe(12.5);
  expect(mostOf('elements-ha', 'k', 2000)).toBe(2000);
});

test('phosphate and potash hold less of the element', () => {
  expect(fromReport('oxides-ha', 'n', 100)).toBe(100);
  expect(fromReport('oxides-ha', 'p', 100)).toBe(43.64);
  expect(fromReport('oxides-ha', 'k', 100)).toBe(83.01);
});

test('an acre is 0.4 hectare', () => {
  expect(fromReport('elements-acre', 'n', 100)).toBe(247.11);
  expect(mostOf('elements-acre', 'n', 2000)).toBe(809.37);
});

test('saved values are shown in the units of the report', () => {
  for (const report of SOIL_REPORTS)
    for (const nutrient of ['n', 'p', 'k'] as const)
      expect(fromReport(report, nutrient, toReport(report, nutrient, 180))).toBeCloseTo(180, 1);
});

test('the largest value that can be saved is taken again as the report gives it', () => {
  for (const report of SOIL_REPORTS)
    for (const nutrient of ['n', 'p', 'k'] as const) {
      const most = mostOf(report, nutrient, 2000);
      expect(toReport(report, nutrient, 2000), `${report} ${nutrient}`).toBeLessThanOrEqual(most);
      expect(fromReport(report, nutrient, most), `${report} ${nutrient}`).toBeLessThanOrEqual(2000);
    }
});

test('an unchanged value is saved as it was', () => {
  const saved = { n: 180, p: 12.34, k: 2000 };
  for (const report of SOIL_REPORTS) {
    const sent = (nutrient: 'n' | 'p' | 'k') =>
      fromReport(report, nutrient, toReport(report, nutrient, saved[nutrient]));
    const untouched = { n: sent('n'), p: sent('p'), k: sent('k') };
    expect(withoutRounding(report, untouched, saved), report).toEqual(saved);
    expect(withoutRounding(report, { ...untouched, n: 150.5 }, saved), report).toEqual({
      ...saved,
      n: 150.5,
    });
  }
  expect(fromReport('elements-acre', 'n', 72.84)).toBe(179.99);
});

test('the conversion is told', () => {
  expect(converted({ n: 247.11, p: 10.4, k: 180 })).toBe('That is N 247.1, P 10.4, K 180 in kg per hectare.');
  expect(converted({ n: 247.11, p: 0, k: Number.NaN })).toBe(
    'That is N 247.1, P not tested, K not tested in kg per hectare.',
  );
});

test('a record tells each nutrient, and that one was not tested', () => {
  expect(testedValues({ n: 14, p: 12.345, k: 120 })).toBe('14, 12.345, 120');
  expect(testedValues({ n: 14, p: 0, k: 0 })).toBe('14, not tested, not tested');
  expect(testedValues({ n: 0, p: 0, k: 0 })).toBe('not tested');
});
