import type { Page } from '@playwright/test';
import { expect, settled, test } from './grow-test';
import { cropNote, demandTable, openMore } from './pages/crop-table';
import { BOTH_WIDTHS } from './tags';

const NO_CONNECTION = 'No connection. Check your network and try again.';

const howDoWeKnow = (page: Page, what: string) =>
  page.getByRole('button', { name: `How do we know? ${what}`, exact: true });

/** The sentences of a crop, with its details. */
const entry = (page: Page, crop: string) => cropNote(page, `How do we know? ${crop}`);

test(
  "each figure can be opened: its parts, years, source, confidence ('How do we know?'), on phones too",
  BOTH_WIDTHS,
  async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/demand');
    await openMore(page);
    const opener = howDoWeKnow(page, 'GROUNDNUT');
    await expect(opener).toHaveAttribute('aria-expanded', 'false');
    await settled(page);
    expect(asked).not.toContain('/api/v1/demand/sources');

    await opener.click();
    await expect(opener).toHaveAttribute('aria-expanded', 'true');
    const groundnut = entry(page, 'GROUNDNUT');
    await expect(
      groundnut.getByText(/^Wanted of India's growers: .* used in India and .* exported\.$/),
    ).toBeVisible();
    await expect(
      groundnut.getByText(/^Growers outside Grow bring .*; sowings in Grow add .*\.$/),
    ).toBeVisible();
    await expect(groundnut.getByText('2024-25 to 2025-26')).toBeVisible();
    await expect(
      groundnut.getByText(/^Ministry of Agriculture estimates; exports by customs$/),
    ).toBeVisible();
    await expect(groundnut.getByText(/^medium; what was bought at the support price/)).toBeVisible();
    expect(asked).toContain('/api/v1/demand/sources');

    await opener.click();
    await expect(groundnut.getByText('2024-25 to 2025-26')).toHaveCount(0);
    await howDoWeKnow(page, 'India').click();
    await expect(page.getByText(/^Average Demand and Average Met are the sums over all crops/)).toBeVisible();
  },
);

test('the parts of a crop add up to its figures in the table', async ({ page }) => {
  await page.goto('/demand?region=IN-TN');
  await openMore(page);
  await howDoWeKnow(page, 'POTATO').click();
  const potato = entry(page, 'POTATO');
  const part = async (name: string) => {
    const line = potato.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
    return Number((await line.getByRole('definition').innerText()).replace(/[,t\s]/g, ''));
  };
  const table = demandTable(page);
  const [demand, met] = [await table.figure('POTATO', 'Demand'), await table.figure('POTATO', 'Met')];
  expect((await part('Used in Tamil Nadu')) + (await part('Exported'))).toBeCloseTo(demand, 3);
  expect((await part('Growers outside Grow')) + (await part('Sown in Grow'))).toBeCloseTo(met, 3);
});

test('the row of a state says what is grown and eaten here, and where the rest comes from', async ({
  page,
}) => {
  await page.goto('/demand?region=IN-TN');
  await openMore(page);
  await expect(
    entry(page, 'POTATO').getByText(/^Grown here .*; eaten here .*: the rest comes from other states\.$/),
  ).toBeVisible();
  await expect(
    entry(page, 'COTTON').getByText(/^Grown here .*; used here .*: the rest comes from other states\.$/),
  ).toBeVisible();
  await expect(entry(page, 'HORSE GRAM').getByText('No balance is known; shown as grown.')).toBeVisible();
});

test('sources that cannot be read say so, and come with the network', async ({ page, context }) => {
  await page.goto('/demand');
  await openMore(page);
  await expect(howDoWeKnow(page, 'POTATO')).toBeVisible();
  await context.setOffline(true);
  await howDoWeKnow(page, 'POTATO').click();
  const potato = entry(page, 'POTATO');
  await expect(potato.getByText(/^Wanted of India's growers/)).toBeVisible();
  await expect(potato.getByRole('alert')).toHaveText(NO_CONNECTION);
  await context.setOffline(false);
  await expect(potato.getByText('2023-24 to 2025-26')).toBeVisible();
});

test('a figure tells its error, and a crop that imports hold down says so', async ({ page }) => {
  await page.goto('/demand');
  await openMore(page);
  const redGram = entry(page, 'RED GRAM');
  await expect(redGram.getByText('Imported today.')).toBeVisible();
  await howDoWeKnow(page, 'RED GRAM').click();
  for (const sentence of [
    'Most likely between 73 and 84 % of the demand is met.',
    'Without imports 78 % of the demand is met, with them 104 %.',
    'Imports land 29 % under the support price',
  ])
    await expect(redGram.getByText(sentence)).toBeVisible();
});

test('the second chart shows met percent in the order of the crops', BOTH_WIDTHS, async ({ page }) => {
  await page.goto('/demand?region=IN-TN');
  await openMore(page);
  const chart = page.getByRole('img', { name: /^Bar chart of the part of the demand that is met/ });
  const { crops } = await (await page.request.get('/api/v1/demand?region=IN-TN')).json();
  const names = crops.map(({ name }: { name: string }) => name).join('.*');
  await expect(chart).toContainText(new RegExp(`^${names}`));
  await expect(chart).toContainText('BENGAL GRAM0.67%');
  await expect(chart).toContainText('HORSE GRAMuse is not known');
  await expect(page.getByText('Orders by tonnes met.')).toBeVisible();
  await expect(
    page.getByRole('button', { name: 'Sort by Demand Met: descending' }),
  ).toHaveAccessibleDescription('Orders by tonnes met.');
});
