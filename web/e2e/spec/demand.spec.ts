import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { written } from '../../src/testing/figures';
import { expect, ignorePageAnswers, test } from '../grow-test';
import { demandTable } from '../pages/crop-table';

/** Demand in tonnes by crop key, from the reference data. */
function referenceDemand(): Map<string, string> {
  const file = readFileSync(resolve(import.meta.dirname, '../../../data/demand.csv'), 'utf8');
  const rows = file
    .split('\n')
    .filter((line) => line.startsWith('IN,'))
    .map((line) => line.split(','));
  return new Map(rows.map(([, crop = '', , demand = '']) => [crop, demand]));
}

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
