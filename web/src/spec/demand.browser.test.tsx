import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { COUNTRY } from '@/testing/country';
import { expectCount, expectText, expectTexts, expectVisible } from '@/testing/expectations';
import {
  breakdownText,
  byMet,
  demandText,
  figuresOf,
  metText,
  needText,
  percentText,
  sum,
  written,
} from '@/testing/figures';
import { openScreen, testOnBothWidths } from '@/testing/render-screen';
import { problem, server } from '@/testing/server';
import { demandTable as table } from '@/testing/tables';

const FIGURES = figuresOf(COUNTRY.crops);

test('Four stat cards: Average Demand, Average Met, Demand Met % (shown with a percent sign), Total Need to Get; averages and totals: 2 decimals', async () => {
  await openScreen('/demand', { user: null });
  await expectTexts(page.getByRole('term'), [
    'Average Demand',
    'Average Met',
    'Demand Met %',
    'Total Need to Get',
  ]);
  const rows = FIGURES;
  const demand = sum(rows.map((row) => row.demand));
  const met = sum(rows.map((row) => row.met));
  const count = BigInt(rows.length);
  await expectTexts(page.getByRole('definition'), [
    `${written(demand, 1000n * count, 2)}tonnes`,
    `${written(met, 1000n * count, 2)}tonnes`,
    `${percentText({ demand, met }, 2)}%`,
    `${written(demand - met, 1000n, 2)}tonnes${met > demand ? ', surplus' : ''}`,
  ]);
});

testOnBothWidths('A bar chart Demand vs Met per crop', async () => {
  await openScreen('/demand', { user: null });
  const title = page.getByRole('heading', { name: 'Demand vs Met', exact: true });
  await expectVisible(title);
  // The chart is drawn when it comes near the window.
  title.element().scrollIntoView();
  const chart = page.getByRole('img', { name: /^Bar chart of demand and met/ });
  await expect.poll(() => chart.query()?.querySelectorAll('[data-series]').length).toBe(32);
  for (const { name } of FIGURES) {
    await expectVisible(chart.getByText(name, { exact: true }));
  }
});

test('A sort button toggling Sort by Demand Met ascending or descending (default descending by met)', async () => {
  await openScreen('/demand', { user: null });
  const met = table.all.getByRole('columnheader', { name: 'Met', exact: true });
  await expectCount(table.rows, 16);
  const names = byMet(FIGURES).map((row) => row.name);
  await expect.element(met).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(table.crops).toEqual(names);
  await page.getByRole('button', { name: 'Sort by Demand Met: descending' }).click();
  await expect.element(met).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(table.crops).toEqual(names.toReversed());
  await page.getByRole('button', { name: 'Sort by Demand Met: ascending' }).click();
  await expect.element(met).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(table.crops).toEqual(names);
});

testOnBothWidths(
  'A table with columns Crop, Demand, Met, Demand Met %, Need to Get, and Demand Met Breakdown (a small pie of Met vs Not Met)',
  async () => {
    await openScreen('/demand', { user: null });
    await expectCount(table.rows, 16);
    expect(table.headers()).toEqual([
      'Crop',
      'Demand',
      'Met',
      'Demand Met %',
      'Need to Get',
      'Demand Met Breakdown',
    ]);
    for (const row of table.rows.elements()) expect(row.querySelector('svg')).toBeVisible();
  },
);

test('Demand and Met show 3 decimals, the percent 5 decimals, need 2 decimals; the pie shows Met and Not Met percentages', async () => {
  await openScreen('/demand', { user: null });
  const expected = byMet(FIGURES).map((row) => [
    row.name,
    demandText(row),
    metText(row),
    percentText(row, 5),
    needText(row),
    breakdownText(row),
  ]);
  await expectCount(table.rows, 16);
  const shown = table.rows
    .elements()
    .map((row) => [
      row.querySelector('[role=rowheader]')?.textContent,
      ...[...row.querySelectorAll('[role=cell] > div')].map((cell) => cell.textContent),
    ]);
  expect(shown).toEqual(expected);
});

test("'No data found.' wrapped as 'Error fetching data: ...'", async () => {
  server.answer('GET /api/v1/demand', problem(404, 'no-demand-figures'));
  await openScreen('/demand', { user: null });
  await expectText(page.getByRole('alert'), 'Error fetching data: No data found.');
});
