import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
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
} from '../../src/testing/figures';
import { expect, ignorePageAnswers, test } from '../grow-test';
import { demandTable } from '../pages/crop-table';
import { BOTH_WIDTHS } from '../tags';

/** Current figures of the server. Demand and met are taken from it; the rest is computed. */
const answered = async (page: Page) =>
  figuresOf((await (await page.request.get('/api/v1/demand')).json()).crops);

/** Demand in tonnes by crop key, from the reference data. */
function referenceDemand(): Map<string, string> {
  const file = readFileSync(resolve(import.meta.dirname, '../../../data/demand.csv'), 'utf8');
  const rows = file
    .split('\n')
    .filter((line) => line.startsWith('IN,'))
    .map((line) => line.split(','));
  return new Map(rows.map(([, crop = '', , demand = '']) => [crop, demand]));
}

test('Four stat cards: Average Demand, Average Met, Demand Met % (shown with a percent sign), Total Need to Get; averages and totals: 2 decimals', async ({
  page,
}) => {
  await page.goto('/demand');
  await expect(page.getByRole('term')).toHaveText([
    'Average Demand',
    'Average Met',
    'Demand Met %',
    'Total Need to Get',
  ]);
  const { crops, summary } = await (await page.request.get('/api/v1/demand')).json();
  const rows = figuresOf(crops);
  const demand = sum(rows.map((row) => row.demand));
  const met = sum(rows.map((row) => row.met));
  const count = BigInt(rows.length);
  await expect(page.getByRole('definition')).toHaveText([
    `${written(demand, 1000n * count, 2)}tonnes`,
    `${written(met, 1000n * count, 2)}tonnes`,
    `${percentText({ demand, met }, 2)}%`,
    `${written(demand - met, 1000n, 2)}tonnes${met > demand && summary.is_beyond_error ? ', surplus' : ''}`,
  ]);
});

test('A bar chart Demand vs Met per crop', BOTH_WIDTHS, async ({ page }) => {
  await page.goto('/demand');
  await expect(page.getByRole('heading', { name: 'Demand vs Met', exact: true })).toBeVisible();
  const chart = page.getByRole('img', { name: /^Bar chart of demand and met/ });
  await expect(chart.locator('[data-series]')).toHaveCount(32);
  for (const { name } of await answered(page)) {
    await expect(chart.getByText(name, { exact: true })).toBeVisible();
  }
});

test('A sort button toggling Sort by Demand Met ascending or descending (default descending by met)', async ({
  page,
}) => {
  await page.goto('/demand');
  const table = demandTable(page);
  const met = table.table.getByRole('columnheader', { name: 'Met', exact: true });
  await expect(table.rows).toHaveCount(16);
  const names = byMet(await answered(page)).map((row) => row.name);
  await expect(met).toHaveAttribute('aria-sort', 'descending');
  expect(await table.crops()).toEqual(names);
  await page.getByRole('button', { name: 'Sort by Demand Met: descending' }).click();
  await expect(met).toHaveAttribute('aria-sort', 'ascending');
  expect(await table.crops()).toEqual(names.toReversed());
  await page.getByRole('button', { name: 'Sort by Demand Met: ascending' }).click();
  await expect(met).toHaveAttribute('aria-sort', 'descending');
  expect(await table.crops()).toEqual(names);
});

test(
  'A table with columns Crop, Demand, Met, Demand Met %, Need to Get, and Demand Met Breakdown (a small pie of Met vs Not Met)',
  BOTH_WIDTHS,
  async ({ page }) => {
    await page.goto('/demand');
    const table = demandTable(page);
    await expect(table.rows).toHaveCount(16);
    expect(await table.headers()).toEqual([
      'Crop',
      'Demand',
      'Met',
      'Demand Met %',
      'Need to Get',
      'Demand Met Breakdown',
    ]);
    for (const row of await table.rows.all()) await expect(row.locator('svg')).toBeVisible();
  },
);

test('Demand and Met show 3 decimals, the percent 5 decimals, need 2 decimals; the pie shows Met and Not Met percentages', async ({
  page,
}) => {
  await page.goto('/demand');
  const { rows } = demandTable(page);
  const expected = byMet(await answered(page)).map((row) => [
    row.name,
    demandText(row),
    metText(row),
    percentText(row, 5),
    needText(row),
    breakdownText(row),
  ]);
  await expect(rows).toHaveCount(16);
  const shown = await rows.evaluateAll((all) =>
    all.map((row) => [
      row.querySelector('[role=rowheader]')?.textContent,
      ...[...row.querySelectorAll('[role=cell] > div')].map((cell) => cell.textContent),
    ]),
  );
  expect(shown).toEqual(expected);
});

test('The demand of a new installation is that of the reference set, crop by crop', async ({ page }) => {
  const { crops } = await (await page.request.get('/api/v1/demand')).json();
  const reference = referenceDemand();
  await page.goto('/demand');
  for (const { crop, name } of crops) {
    const tonnes = BigInt(reference.get(crop) ?? '-1');
    await expect(await demandTable(page).cell(name, 'Demand')).toHaveText(written(tonnes, 1n, 3));
  }
});

test('met percent is 0 if demand is 0; need = demand minus met, a surplus only beyond the error', async ({
  page,
}) => {
  await ignorePageAnswers(page);
  await page.route('**/api/v1/demand/events*', (route) => route.abort());
  await page.route('**/api/v1/demand', async (route) => {
    const answer = await route.fetch();
    const overview = await answer.json();
    Object.assign(overview.crops[0], {
      name: 'PADDY',
      demand_tonnes: 0,
      met_tonnes: 0,
      need_tonnes: 0,
      met_percent: 0,
    });
    Object.assign(overview.crops[1], {
      name: 'CHOLAM',
      demand_tonnes: 100,
      met_tonnes: 150.5,
      need_tonnes: -50.5,
      met_percent: 150.5,
      has_balance: true,
      is_beyond_error: true,
    });
    Object.assign(overview.crops[2], {
      name: 'CUMBU',
      demand_tonnes: 100,
      met_tonnes: 104,
      need_tonnes: -4,
      met_percent: 104,
      has_balance: true,
      is_beyond_error: false,
    });
    await route.fulfill({ response: answer, json: overview });
  });
  await page.goto('/demand');
  const table = demandTable(page);
  await expect(await table.cell('PADDY', 'Demand Met %')).toHaveText('0.00000');
  await expect(await table.cell('PADDY', 'Need to Get')).toHaveText('0.00');
  await expect(await table.cell('PADDY', 'Demand Met Breakdown')).toHaveText('Met 0.00%Not Met 100.00%');
  await expect(await table.cell('CHOLAM', 'Need to Get')).toHaveText('-50.50surplus');
  await expect(await table.cell('CHOLAM', 'Demand Met Breakdown')).toHaveText('Met 150.50%surplus');
  await expect(await table.cell('CHOLAM', 'Demand Met %')).toHaveText('150.50000');
  await expect(await table.cell('CUMBU', 'Need to Get')).toHaveText('-4.00');
  await expect(await table.cell('CUMBU', 'Demand Met Breakdown')).toHaveText('Met 104.00%Not Met 0.00%');
});

test("'No data found.' wrapped as 'Error fetching data: ...'", async ({ page }) => {
  await ignorePageAnswers(page);
  await page.route('**/api/v1/demand/events*', (route) => route.abort());
  await page.route('**/api/v1/demand', (route) =>
    route.fulfill({
      status: 404,
      contentType: 'application/problem+json',
      json: { type: 'no-demand-figures', title: 'No figures', status: 404, detail: 'No data found.' },
    }),
  );
  await page.goto('/demand');
  await expect(page.getByRole('alert')).toHaveText('Error fetching data: No data found.');
});
