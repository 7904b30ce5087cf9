import { expect, test } from './grow-test';
import { demandTable } from './pages/crop-table';

test('a guest sees four cards, the chart and the table with all sixteen crops', async ({ page }) => {
  await page.goto('/demand');
  await expect(page.getByRole('heading', { name: 'Welcome Guest' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Crop Estimation Data' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
  for (const label of ['Average Demand', 'Average Met', 'Demand Met %', 'Total Need to Get']) {
    await expect(page.getByRole('term').filter({ hasText: label })).toBeVisible();
  }
  await expect(page.getByRole('definition').filter({ hasText: /^\d+\.\d\d%$/ })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Bar chart of demand and met/ })).toBeVisible();

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
});

test('Demand and Met show 3 decimals, percent 5, need 2, in the Indian grouping', async ({ page }) => {
  await page.goto('/demand');
  const table = demandTable(page);
  const grouped = String.raw`-?\d{1,2}(,\d\d)*(,\d{3})?`;
  await expect(await table.cell('PADDY', 'Demand')).toHaveText(new RegExp(`^${grouped}\\.\\d{3}$`));
  await expect(await table.cell('PADDY', 'Met')).toHaveText(new RegExp(`^${grouped}\\.\\d{3}$`));
  await expect(await table.cell('PADDY', 'Demand Met %')).toHaveText(/^\d+\.\d{5}$/);
  await expect(await table.cell('PADDY', 'Need to Get')).toHaveText(/^-?[\d,]+\.\d{2}(surplus)?$/);
  await expect(await table.cell('PADDY', 'Demand Met Breakdown')).toContainText(/Met \d+\.\d{2}%/);
});

test('the table is sorted by met, descending by default, and the button turns it around', async ({
  page,
}) => {
  await page.goto('/demand');
  const table = demandTable(page);
  const met = table.table.getByRole('columnheader', { name: 'Met', exact: true });
  await expect(met).toHaveAttribute('aria-sort', 'descending');
  const descending = await table.crops();
  await page.getByRole('button', { name: 'Sort by Demand Met: descending' }).click();
  await expect(page.getByRole('button', { name: 'Sort by Demand Met: ascending' })).toBeVisible();
  await expect(met).toHaveAttribute('aria-sort', 'ascending');
  expect(await table.figure((await table.crops())[0] ?? '', 'Met')).toBeLessThanOrEqual(
    await table.figure((await table.crops())[15] ?? '', 'Met'),
  );
  await page.getByRole('button', { name: 'Sort by Demand Met: ascending' }).click();
  expect(await table.crops()).toEqual(descending);
});

test('more met than needed is a surplus, with a full pie in words', async ({ page }) => {
  await page.route('**/api/v1/demand/events', (route) => route.abort());
  await page.route('**/api/v1/demand', async (route) => {
    const answer = await route.fetch();
    const overview = await answer.json();
    Object.assign(overview.crops[0], {
      name: 'PADDY',
      demand_tonnes: 100,
      met_tonnes: 150.5,
      need_tonnes: -50.5,
      met_percent: 150.5,
    });
    await route.fulfill({ response: answer, json: overview });
  });
  await page.goto('/demand');
  const table = demandTable(page);
  await expect(await table.cell('PADDY', 'Need to Get')).toHaveText('-50.50surplus');
  await expect(await table.cell('PADDY', 'Demand Met Breakdown')).toHaveText('Met 150.50%surplus');
  await expect(await table.cell('PADDY', 'Demand Met %')).toHaveText('150.50000');
});
