import type { Page } from '@playwright/test';
import { breakdownText, byMet, demandText, figuresOf, metText, needText } from '../figures';
import { expect, expectRed, test } from '../grow-test';
import { knownCropTable } from '../pages/crop-table';
import { SowPage } from '../pages/sow-page';
import { BOTH_WIDTHS } from '../tags';

const KNOWN = ['RED GRAM', 'MAIZE', 'GROUNDNUT', 'HORSE GRAM'];

async function knows(page: Page, crops: readonly string[]): Promise<void> {
  for (const crop of crops) {
    const answer = await page.request.put(`/api/v1/me/known-crops/${encodeURIComponent(crop)}`, { data: {} });
    expect(answer.status(), crop).toBe(200);
  }
}

/** Returns the demand of these crops, sorted by met, largest first. */
const answered = async (page: Page) => {
  const { crops } = await (await page.request.get('/api/v1/demand')).json();
  return byMet(figuresOf(crops).filter(({ name }) => KNOWN.includes(name)));
};

test('A Total Recommendations card and a sort-by-Met toggle (default descending)', async ({
  signedIn: page,
}) => {
  await knows(page, KNOWN);
  await page.goto('/rec-known');
  const table = knownCropTable(page);
  await expect(page.getByRole('term')).toHaveText('Total Recommendations');
  await expect(page.getByRole('definition')).toHaveText('4');
  const names = (await answered(page)).map(({ name }) => name);
  const met = table.table.getByRole('columnheader', { name: 'Met', exact: true });
  await expect(met).toHaveAttribute('aria-sort', 'descending');
  expect(await table.crops()).toEqual(names);
  await page.getByRole('button', { name: 'Sort by Met: descending' }).click();
  await expect(met).toHaveAttribute('aria-sort', 'ascending');
  expect(await table.crops()).toEqual(names.toReversed());
  await page.getByRole('button', { name: 'Sort by Met: ascending' }).click();
  await expect(met).toHaveAttribute('aria-sort', 'descending');
});

test(
  'Columns: Crop Name, Demand, Met, Need, Breakdown pie, Action; demand and met 3 decimals, need 2, percent 2',
  BOTH_WIDTHS,
  async ({ signedIn: page }) => {
    await knows(page, KNOWN);
    await page.goto('/rec-known');
    const table = knownCropTable(page);
    await expect(table.rows).toHaveCount(4);
    expect(await table.headers()).toEqual(['Crop Name', 'Demand', 'Met', 'Need', 'Breakdown', 'Action']);
    for (const figures of await answered(page)) {
      const { name } = figures;
      await expect(await table.cell(name, 'Demand')).toHaveText(demandText(figures));
      await expect(await table.cell(name, 'Met')).toHaveText(metText(figures));
      await expect(await table.cell(name, 'Need')).toHaveText(needText(figures));
      await expect(await table.cell(name, 'Breakdown')).toHaveText(breakdownText(figures));
      await expect((await table.cell(name, 'Breakdown')).locator('svg')).toBeVisible();
      await expect((await table.cell(name, 'Action')).getByRole('link')).toHaveText('Sowing the Crop');
    }
  },
);

test("The Action button 'Sowing the Crop' opens /add with the email and crop name", async ({
  signedIn: page,
  farmer,
}) => {
  await knows(page, ['RED GRAM']);
  await page.goto('/rec-known');
  await knownCropTable(page).row('RED GRAM').getByRole('link', { name: 'Sowing the Crop' }).click();
  await expect(page).toHaveURL('/add');
  expect(await page.evaluate(() => history.state)).toEqual({ email: farmer.email, cropName: 'RED GRAM' });
  await expect(new SowPage(page).crop).toHaveValue('RED GRAM');
});

test("Crop names are matched case-insensitively against the user's known crops", async ({
  signedIn: page,
}) => {
  await knows(page, ['reD gRam', 'bengalgram', 'MAIZE', 'Sorghum']);
  await page.goto('/rec-known');
  const table = knownCropTable(page);
  await expect(table.rows).toHaveCount(4);
  expect((await table.crops()).toSorted()).toEqual(['BENGAL GRAM', 'CHOLAM', 'MAIZE', 'RED GRAM']);
});

test("Known-crops recommendation failure: 'Error fetching data: {message}'", async ({ signedIn: page }) => {
  await page.route('**/api/v1/me/recommendations/known-crops', (route) =>
    route.fulfill({
      status: 418,
      contentType: 'application/problem+json',
      json: { type: 'no-demand-figures', title: 'T', status: 418, detail: 'The kettle is on.' },
    }),
  );
  await page.goto('/rec-known');
  await expect(page.getByRole('alert')).toHaveText('Error fetching data: No data found.');
  await expectRed(page.getByRole('alert'));
});

test('Who knows no crop is told to mark some', async ({ signedIn: page }) => {
  await page.goto('/rec-known');
  await expect(page.getByText('Mark the crops you know how to grow')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'My Crops' }).click();
  await expect(page).toHaveURL('/manage-crops');
});
