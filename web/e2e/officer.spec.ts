import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './grow-test';
import { CropTable, demandTable } from './pages/crop-table';
import { WIDE_ONLY } from './tags';

const choice = (page: Page, label: string) => page.getByRole('combobox', { name: label });

/** Records the browser's command to print, and does not open its window. */
async function countPrints(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const printed = { times: 0 };
    const print = () => {
      printed.times += 1;
    };
    Object.assign(globalThis, { printed, print });
  });
  return () => page.evaluate(() => (globalThis as unknown as { printed: { times: number } }).printed.times);
}

test(
  'an officer reads what Maharashtra grows, uses and sends, compares it, takes the figures along and prints them',
  WIDE_ONLY,
  async ({ page }) => {
    const prints = await countPrints(page);
    await page.goto('/demand');
    await choice(page, 'Region').selectOption('Maharashtra');
    const lead = page.getByRole('region', { name: 'Maharashtra grows, uses, sends and receives' });
    const potato = lead.getByRole('rowgroup').filter({ hasText: 'POTATO' });
    await expect(potato.getByRole('cell')).toHaveText([
      /^Grows.*\sL$/,
      /^Uses.*\sL$/,
      /receives .*\sL$/,
      /.*/,
    ]);
    await expect(potato).toContainText("Use: share of India's use by population.");
    const horseGram = demandTable(page).row('HORSE GRAM');
    await expect(horseGram.getByText('not known')).toHaveCount(2);
    await expect(horseGram.locator('svg')).toHaveCount(0);
    await expect(demandTable(page).table.getByText('surplus')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'What Maharashtra could grow more of' })).toBeVisible();

    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name: 'CSV', exact: true }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/^demand-IN-MH-\d{4}\.csv$/);
    const csv = await readFile(await file.path(), 'utf8');
    expect(csv.startsWith('\u{feff}crop,demand_tonnes,met_tonnes,')).toBe(true);
    const line = csv.split('\r\n').find((one) => one.startsWith('POTATO,'));
    expect(Number(line?.split(',')[1])).toBe(await demandTable(page).figure('POTATO', 'Demand'));

    await page.getByRole('button', { name: 'Print' }).click();
    await expect.poll(prints).toBe(1);

    await page.getByRole('button', { name: 'Compare' }).click();
    await expect(choice(page, 'Compare with')).toBeFocused();
    await choice(page, 'Compare with').selectOption('Tamil Nadu');
    await expect(page).toHaveURL('/demand?region=IN-MH&with=IN-TN');
    const both = new CropTable(page, /^Tonnes of a usual year/);
    await expect(both.rows).toHaveCount(16);
    const shown = await both.row('PADDY').getByRole('cell').allInnerTexts();
    expect(shown.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      expect.stringMatching(/ (?:L|Cr)$/),
      expect.stringMatching(/ (?:L|Cr)$/),
      expect.stringMatching(/ (?:L|Cr)$/),
      expect.stringMatching(/ (?:L|Cr)$/),
      expect.stringMatching(/receives .*$/),
      expect.stringMatching(/^sends .*$/),
    ]);
    for (const [state, code] of [
      ['Maharashtra', 'IN-MH'],
      ['Tamil Nadu', 'IN-TN'],
    ] as const) {
      const json = page.getByRole('link', { name: `JSON: figures of ${state}` });
      const { crops } = await (await page.request.get((await json.getAttribute('href')) ?? '')).json();
      expect(crops).toHaveLength(16);
      const table = page.getByRole('link', { name: `CSV: figures of ${state}` });
      await expect(table).toHaveAttribute('href', `/api/v1/demand.csv?region=${code}`);
    }

    await page.goto('/demand?region=IN-MH&with=IN-XX');
    await expect(page.getByText('Grow knows no state IN-XX.')).toBeVisible();
    await page.getByRole('link', { name: 'End the comparison' }).click();
    await expect(page).toHaveURL('/demand?region=IN-MH');
    await expect(lead).toBeVisible();
  },
);
