import { expect, test } from 'vitest';
import { dayFigures, seedFigure, spacingFigures, waterFigures } from './sowing-figures';

const basis = { confidence: 'medium', source: 'A book' };
const seed = {
  kg_per_ha: { min: 125, max: 160 },
  pieces_per_ha: null,
  form: 'kernels',
  note: null,
  ...basis,
};

test('seed is for a hectare, and for an acre rounded to two digits', () => {
  expect(seedFigure(seed, false)).toEqual({
    label: 'Seed: kernels',
    value: '125 - 160',
    unit: 'kg / hectare',
  });
  expect(seedFigure(seed, true)).toEqual({ label: 'Seed: kernels', value: '51 - 65', unit: 'kg / acre' });
  const cotton = { ...seed, kg_per_ha: { min: 1.8, max: 2.5 }, form: null };
  expect(seedFigure(cotton, false)).toEqual({ label: 'Seed', value: '1.8 - 2.5', unit: 'kg / hectare' });
  expect(seedFigure(cotton, true).value).toBe('0.73 - 1');
});

test('water is told by season, as a range', () => {
  expect(waterFigures([{ season: 'kharif', uses_mm: { min: 560, max: 1900 } }])).toEqual([
    { label: 'Sown in kharif', value: '560 - 1,900', unit: 'mm' },
  ]);
});

test('setts are counted, not weighed', () => {
  const setts = { ...seed, pieces_per_ha: { min: 60_000, max: 75_000 }, form: 'setts of two buds' };
  expect(seedFigure(setts, false)).toMatchObject({ value: '60,000 - 75,000', unit: 'pieces / hectare' });
  expect(seedFigure(setts, true)).toMatchObject({ value: '24,000 - 30,000', unit: 'pieces / acre' });
});

test('a range with equal ends is one figure, and setts have no spacing in the row', () => {
  const spacing = { rows_cm: { min: 30, max: 30 }, plants_cm: { min: 7.5, max: 10 }, note: null, ...basis };
  expect(spacingFigures(spacing).map(({ value }) => value)).toEqual(['30', '7.5 - 10']);
  expect(spacingFigures({ ...spacing, plants_cm: null })).toHaveLength(1);
});

test('only the classes of the crop have days', () => {
  const classes = [
    { maturity: 'early', min_days: 300, max_days: 330 },
    { maturity: 'medium', min_days: 330, max_days: 365 },
  ];
  expect(dayFigures({ classes, note: null, ...basis })).toEqual([
    { label: 'Early varieties', value: '300 - 330', unit: 'days' },
    { label: 'Medium varieties', value: '330 - 365', unit: 'days' },
  ]);
});
