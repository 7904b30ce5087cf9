import type { Page } from '@playwright/test';
import { expect, expectRed, test } from '../grow-test';
import { sowingsTable } from '../pages/crop-table';
import { SOWN, SowPage } from '../pages/sow-page';
import { BOTH_WIDTHS } from '../tags';

/** Average yields (section 3), kg per hectare. */
const YIELDS = {
  PADDY: [3000, 4800],
  CHOLAM: [1100, 2900],
  CUMBU: [1100, 2400],
  RAGI: [900, 2400],
  MAIZE: [2800, 7700],
  'RED GRAM': [700, 1900],
  'BENGAL GRAM': [900, 2400],
  'GREEN GRAM': [450, 1400],
  'BLACK GRAM': [450, 1400],
  'HORSE GRAM': [450, 1400],
  GROUNDNUT: [1400, 3400],
  GINGELLY: [800, 1600],
  POTATO: [14000, 29000],
  ONION: [14000, 29000],
  SUGARCANE: [29000, 78000],
  COTTON: [600, 2400],
} as const;

async function sowByApi(page: Page, crop: string, hectares: string): Promise<void> {
  const answer = await page.request.post('/api/v1/me/sowings', {
    headers: { 'Idempotency-Key': `${crop} ${hectares} ${page.url()}`.replaceAll(/[^\w-]/g, '-') },
    data: { crop, field_size_ha: Number(hectares) },
  });
  expect(answer.status(), crop).toBe(201);
}

test(
  'Columns: Crop Name, Expected Yield (Kgs), Yield Range / Hectare (Tones), Field Size (hectare), Sowing Date (local date), Days Since Sowing (whole days)',
  BOTH_WIDTHS,
  async ({ signedIn: page }) => {
    await page.goto('/add');
    const sow = new SowPage(page);
    await sow.crop.selectOption('GROUNDNUT');
    await sow.fieldSize.fill('1.25');
    await sow.submit.click();
    await expect(page.getByRole('status').filter({ hasText: SOWN })).toBeVisible();
    await expect(page).toHaveURL('/dashboard');

    await page.goto('/my-sowing');
    const sowings = sowingsTable(page);
    await expect(sowings.rows).toHaveCount(1);
    expect((await sowings.headers()).slice(0, 6)).toEqual([
      'Crop Name',
      'Expected Yield (Kgs)',
      'Yield Range / Hectare (Tones)',
      'Field Size (hectare)',
      'Sowing Date',
      'Days Since Sowing',
    ]);
    await expect(await sowings.cell('GROUNDNUT', 'Expected Yield (Kgs)')).toHaveText('3,000');
    await expect(await sowings.cell('GROUNDNUT', 'Yield Range / Hectare (Tones)')).toHaveText('1.4 - 3.4');
    await expect(await sowings.cell('GROUNDNUT', 'Field Size (hectare)')).toHaveText('1.25');
    await expect(await sowings.cell('GROUNDNUT', 'Sowing Date')).toHaveText(/^\d{1,2} [A-Z][a-z]+ \d{4}$/);
    await expect(await sowings.cell('GROUNDNUT', 'Days Since Sowing')).toHaveText('0');
  },
);

test('Yield figures are as listed in section 3, for each of the sixteen crops', async ({
  signedIn: page,
}) => {
  for (const crop of Object.keys(YIELDS)) await sowByApi(page, crop, '1');
  await page.goto('/my-sowing');
  const sowings = sowingsTable(page);
  await expect(sowings.rows).toHaveCount(16);
  for (const [crop, [least, most]] of Object.entries(YIELDS)) {
    const range = `${least / 1000} - ${most / 1000}`;
    await expect(await sowings.cell(crop, 'Yield Range / Hectare (Tones)')).toHaveText(range);
    expect(await sowings.figure(crop, 'Expected Yield (Kgs)')).toBe((least + most) / 2);
  }
});

test('Sowing Date is the local date, Days Since Sowing are whole days', async ({ signedIn: page }) => {
  await sowByApi(page, 'PADDY', '2');
  await page.route('**/api/v1/me/sowings*', async (route) => {
    const answer = await route.fetch();
    const sowings = await answer.json();
    // 01:30 on the next day in India.
    Object.assign(sowings.items[0], { sown_at: '2022-06-30T20:00:00Z', sown_on: '2022-07-01' });
    await route.fulfill({ response: answer, json: sowings });
  });
  await page.goto('/my-sowing');
  await expect(await sowingsTable(page).cell('PADDY', 'Sowing Date')).toHaveText('1 Jul 2022');
  const midnight = Date.parse('2022-07-01T00:00:00+05:30');
  const days = Math.floor((Date.now() - midnight) / 86_400_000);
  await expect(await sowingsTable(page).cell('PADDY', 'Days Since Sowing')).toHaveText(
    days.toLocaleString('en-IN'),
  );
});

test("The empty message is 'No sowing data available.'", async ({ signedIn: page }) => {
  await page.goto('/my-sowing');
  await expect(page.getByText('No sowing data available.', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Sow Crop' }).click();
  await expect(page).toHaveURL('/add');
});

test("The error message is 'Error fetching sowing data.'", async ({ signedIn: page }) => {
  await page.route('**/api/v1/me/sowings*', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/my-sowing');
  await expect(page.getByRole('alert')).toHaveText('Error fetching sowing data.');
  await expectRed(page.getByRole('alert'));
});
