import type { Page } from '@playwright/test';
import { fillRecord } from './full-record';
import { expect, settled, test } from './grow-test';
import { CropTable, SoilClimateTable } from './pages/crop-table';

/** Printable area of an A4 page, in CSS pixels. */
const SHEET = { width: 690, height: 1000 };

/** Emulates printing from a phone in dark mode. */
async function asPrinted(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize(SHEET);
}

async function isFitForPaper(page: Page): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(SHEET.width);
  const pressed = page.locator('button, nav, select, [role=contentinfo], footer, video, picture');
  const left = await pressed.and(page.locator(':visible:not([aria-expanded=true])')).allTextContents();
  expect(left).toEqual([]);
  const colours = await page.evaluate(() => {
    const { backgroundColor } = getComputedStyle(document.documentElement);
    const { color } = getComputedStyle(document.querySelector('h1') ?? document.body);
    return { backgroundColor, color };
  });
  expect(colours).toEqual({ backgroundColor: 'rgb(255, 255, 255)', color: 'rgb(0, 0, 0)' });
}

test('the demand is printed as a table with its headers, black on white, without what is pressed', async ({
  page,
}) => {
  await page.goto('/demand?region=IN-TN');
  await settled(page);
  await asPrinted(page);
  const { table, rows } = new CropTable(page, /needed in Tamil Nadu/);
  await expect(rows).toHaveCount(16);
  for (const header of await table.getByRole('columnheader').all())
    expect((await header.boundingBox())?.width).toBeGreaterThan(30);
  for (const name of [/^Tamil Nadu, crop year \d{4}-\d\d$/, 'Demand by crop in Tamil Nadu'])
    await expect(page.getByRole('heading', { name })).toBeVisible();
  await isFitForPaper(page);
});

test('a recommendation is printed with the reasons that are open', async ({ signedIn: page, grow }) => {
  await fillRecord(page.request, grow.url);
  await page.goto('/rec-sc');
  await settled(page);
  const table = new SoilClimateTable(page);
  const [crop = ''] = await table.crops();
  await table.why(crop).click();
  await expect(table.reasons(crop).sentence).toBeVisible();
  await asPrinted(page);
  await expect(table.reasons(crop).sentence).toBeVisible();
  await expect(table.why(crop)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sowing the Crop' }).first()).toBeHidden();
  await isFitForPaper(page);
});

test('a crop is printed with all that is known of it', async ({ signedIn: page }) => {
  await page.goto('/crop-detail/paddy');
  await settled(page);
  await asPrinted(page);
  for (const section of ['Importance in India', 'Nutrient Requirements', 'Sources'])
    await expect(page.getByRole('heading', { level: 2, name: section })).toBeVisible();
  await expect(page.getByRole('group').filter({ hasText: 'On this page' })).toBeHidden();
  await isFitForPaper(page);
});
