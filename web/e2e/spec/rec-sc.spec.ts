import { expect, test } from '../grow-test';
import { SoilClimateTable } from '../pages/crop-table';
import { SowPage } from '../pages/sow-page';
import { ofErode } from '../soil-climate-answer';
import { BOTH_WIDTHS } from '../tags';

const ADDRESS = '**/api/v1/me/recommendations/soil-climate';

test('A Total Crops card', async ({ signedIn: page }) => {
  await page.route(ADDRESS, (route) => route.fulfill({ json: ofErode }));
  await page.goto('/rec-sc');
  await expect(page.getByRole('term')).toHaveText('Total Crops');
  await expect(page.getByRole('definition')).toHaveText('3');
});

test(
  "Columns: Crop Name, Probability (3 decimals), Demand, Met, Need, Breakdown, Action ('Sowing the Crop')",
  BOTH_WIDTHS,
  async ({ signedIn: page }) => {
    await page.route(ADDRESS, (route) => route.fulfill({ json: ofErode }));
    await page.goto('/rec-sc');
    const table = new SoilClimateTable(page);
    await expect(table.rows).toHaveCount(3);
    expect(await table.headers()).toEqual([
      'Crop Name',
      'Probability',
      'Demand',
      'Met',
      'Need',
      'Breakdown',
      'Action',
    ]);
    await expect(await table.cell('SUGARCANE', 'Probability')).toHaveText('0.151');
    await expect(await table.cell('SUGARCANE', 'Demand')).toHaveText('47,73,98,686.400');
    await expect(await table.cell('SUGARCANE', 'Met')).toHaveText('41,23,45,678.123');
    await expect(await table.cell('SUGARCANE', 'Need')).toHaveText('6,50,53,008.28');
    await expect(await table.cell('SUGARCANE', 'Breakdown')).toHaveText('Met 86.37%Not Met 13.63%');
    await expect(await table.cell('GROUNDNUT', 'Need')).toHaveText('-5,99,999.31surplus');
    await expect(await table.cell('GROUNDNUT', 'Breakdown')).toHaveText('Met 106.50%surplus');
    await expect((await table.cell('MAIZE', 'Action')).getByRole('link')).toHaveText('Sowing the Crop');
  },
);

test("'Sowing the Crop' on soil and climate opens /add with the crop", async ({ signedIn: page, farmer }) => {
  await page.route(ADDRESS, (route) => route.fulfill({ json: ofErode }));
  await page.goto('/rec-sc');
  await new SoilClimateTable(page).row('MAIZE').getByRole('link', { name: 'Sowing the Crop' }).click();
  await expect(page).toHaveURL('/add');
  expect(await page.evaluate(() => history.state)).toEqual({ email: farmer.email, cropName: 'MAIZE' });
  const { crop } = new SowPage(page);
  await expect(crop).toHaveValue('MAIZE');
  await expect(crop).not.toBeEditable();
});

test('Only crops with predicted_probability above 0.1 are included, ordered by probability descending', async ({
  signedIn: page,
}) => {
  const saved = await page.request.put('/api/v1/me/place', {
    data: { place: 'Erode', district: 'tn-erode' },
  });
  expect(saved.status()).toBe(200);
  expect((await page.request.put('/api/v1/me/npk', { data: { n: 180, p: 30, k: 250 } })).status()).toBe(200);
  // The farmer's own copy holds the probabilities of all sixteen crops.
  const { prediction } = await (await page.request.get('/api/v1/me/export')).json();
  expect(Object.keys(prediction.millionths)).toHaveLength(16);
  const { items } = await (await page.request.get('/api/v1/crops')).json();
  const expected = items
    .map(({ crop, name }: { crop: string; name: string }) => ({
      name,
      share: prediction.millionths[crop] / 1e6,
    }))
    .filter(({ share }: { share: number }) => share > 0.1)
    .toSorted((one: { share: number }, other: { share: number }) => other.share - one.share)
    .map(({ name, share }: { name: string; share: number }) => [name, share.toFixed(3)]);

  await page.goto('/rec-sc');
  const table = new SoilClimateTable(page);
  await expect(table.rows).toHaveCount(expected.length);
  const shown = [];
  for (const crop of await table.crops()) {
    shown.push([crop, await (await table.cell(crop, 'Probability')).textContent()]);
  }
  expect(shown).toEqual(expected);
});

test('Soil/climate recommendation failure: logged, and said in red beside the rest of the dashboard', async ({
  signedIn: page,
}) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.route(ADDRESS, (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/dashboard');
  await expect(page.getByRole('alert')).toContainText('Error fetching data: ');
  await expect(page.getByText('Mark the crops you know how to grow')).toBeVisible();
  expect(logged.some((line) => line.startsWith('Soil and climate recommendations failed'))).toBe(true);
});
