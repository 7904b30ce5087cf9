import type { Page } from '@playwright/test';
import { expect, test } from './grow-test';
import { demandTable } from './pages/crop-table';

const region = (page: Page) => page.getByRole('combobox', { name: 'Region' });

test('India is shown first, and 36 states can be chosen', async ({ page }) => {
  await page.goto('/demand');
  await expect(region(page)).toHaveValue('IN');
  const options = region(page).getByRole('option');
  await expect(options).toHaveCount(37);
  const [first, ...states] = await options.allTextContents();
  expect(first).toBe('India');
  expect(states).toEqual(states.toSorted());
  await expect(page.getByText('share of India', { exact: false })).toHaveCount(0);
});

test('the choice is in the address and survives a reload and the way back', async ({ page }) => {
  await page.goto('/demand');
  const india = await demandTable(page).figure('PADDY', 'Demand');
  await region(page).selectOption('Tamil Nadu');
  await expect(page).toHaveURL('/demand?region=IN-TN');
  await expect(page.getByRole('heading', { name: 'Tamil Nadu', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Demand vs Met in Tamil Nadu' })).toBeVisible();
  await expect(page.getByRole('table', { name: /needed in Tamil Nadu, in tonnes/ })).toBeVisible();
  await expect(page.getByText("Demand is Tamil Nadu's share of India's demand by population")).toBeVisible();
  const tamilNadu = await demandTable(page).figure('PADDY', 'Demand');
  expect(tamilNadu / india).toBeCloseTo(0.0543, 3);

  await page.reload();
  await expect(region(page)).toHaveValue('IN-TN');
  expect(await demandTable(page).figure('PADDY', 'Demand')).toBe(tamilNadu);
  await region(page).selectOption('India');
  await expect(page).toHaveURL('/demand');
  await expect(page.getByRole('heading', { name: 'Demand vs Met', exact: true })).toBeVisible();
  await page.goBack();
  await expect(region(page)).toHaveValue('IN-TN');
  await expect(page.getByRole('heading', { name: 'Demand vs Met in Tamil Nadu' })).toBeVisible();
});

test('a region that does not exist is told, and another can be chosen', async ({ page }) => {
  await page.goto('/demand?region=IN-XX');
  await expect(page.getByRole('alert')).toContainText('Error fetching data: ');
  await region(page).selectOption('Kerala');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(demandTable(page).rows).toHaveCount(16);
});

test('who has not named a district is asked for it', async ({ signedIn: page }) => {
  await page.goto('/demand');
  await expect(page.getByText('Your district is not known yet')).toBeVisible();
  await page.getByRole('link', { name: 'Update Place' }).click();
  await expect(page).toHaveURL('/place');
});

test('a guest is asked for nothing', async ({ page }) => {
  await page.goto('/demand');
  await expect(region(page)).toBeVisible();
  await expect(page.getByText('Your district is not known yet')).toHaveCount(0);
});

test('without the live stream of a state its figures are read again', async ({ page }) => {
  await page.clock.install();
  let stands = 1;
  await page.route('**/api/v1/demand/events?*', (route) => route.fulfill({ status: 503, body: '' }));
  await page.route('**/api/v1/demand?region=IN-TN', async (route) => {
    const answer = await route.fetch();
    const overview = await answer.json();
    overview.as_of = new Date(Date.parse(overview.as_of) + stands).toISOString();
    overview.crops[0] = { ...overview.crops[0], name: 'PADDY', met_tonnes: stands };
    await route.fulfill({ response: answer, json: overview });
  });
  await page.goto('/demand?region=IN-TN');
  const met = await demandTable(page).cell('PADDY', 'Met');
  await expect(met).toHaveText('1.000');
  stands = 2;
  await page.clock.runFor(15_000);
  await expect(met).toHaveText('2.000');
});
