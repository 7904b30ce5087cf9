import type { Locator, Page } from '@playwright/test';
import { expect, settled, test } from './grow-test';
import { demandTable } from './pages/crop-table';
import { BOTH_WIDTHS, NO_STORE } from './tags';

const NO_CONNECTION = 'No connection. Check your network and try again.';

const howDoWeKnow = (page: Page, what: string) =>
  page.getByRole('button', { name: `How do we know? ${what}`, exact: true });

/** The row group of a crop, with its details. */
const entry = (page: Page, crop: string): Locator =>
  demandTable(page)
    .table.getByRole('rowgroup')
    .filter({ has: howDoWeKnow(page, crop) });

test(
  "each figure can be opened: its parts, years, source, confidence ('How do we know?'), on phones too",
  BOTH_WIDTHS,
  async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/demand');
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
    await expect(groundnut.getByText('2020 to 2022')).toBeVisible();
    await expect(groundnut.getByText(/^FAO food balance sheets/)).toBeVisible();
    await expect(groundnut.getByText(/^high for use; medium for exports/)).toBeVisible();
    expect(asked).toContain('/api/v1/demand/sources');

    await opener.click();
    await expect(groundnut.getByText('2020 to 2022')).toHaveCount(0);
    await howDoWeKnow(page, 'India').click();
    await expect(page.getByText(/^Average Demand and Average Met are the sums over all crops/)).toBeVisible();
  },
);

test('the parts of a crop add up to its figures in the table', async ({ page }) => {
  await page.goto('/demand?region=IN-TN');
  await howDoWeKnow(page, 'ONION').click();
  const onion = entry(page, 'ONION');
  const part = async (name: string) => {
    const line = onion.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
    return Number((await line.getByRole('definition').innerText()).replace(/[,t\s]/g, ''));
  };
  const table = demandTable(page);
  const [demand, met] = [await table.figure('ONION', 'Demand'), await table.figure('ONION', 'Met')];
  expect((await part('Used in Tamil Nadu')) + (await part('Exported'))).toBeCloseTo(demand, 3);
  expect((await part('Growers outside Grow')) + (await part('Sown in Grow'))).toBeCloseTo(met, 3);
});

test('the row of a state says what is grown and eaten here, and where the rest comes from', async ({
  page,
}) => {
  await page.goto('/demand?region=IN-TN');
  await expect(
    entry(page, 'POTATO').getByText(/^Grown here .*; eaten here .*: the rest comes from other states\.$/),
  ).toBeVisible();
  await expect(
    entry(page, 'COTTON').getByText(/^Grown here .*; used here .*: the rest comes from other states\.$/),
  ).toBeVisible();
  await expect(entry(page, 'RAGI').getByText('No balance is known; shown as grown.')).toBeVisible();
});

test('sources that cannot be read say so, and come with the network', NO_STORE, async ({ page, context }) => {
  await page.goto('/demand');
  await expect(howDoWeKnow(page, 'ONION')).toBeVisible();
  await context.setOffline(true);
  await howDoWeKnow(page, 'ONION').click();
  const onion = entry(page, 'ONION');
  await expect(onion.getByText(/^Wanted of India's growers/)).toBeVisible();
  await expect(onion.getByRole('alert')).toHaveText(NO_CONNECTION);
  await context.setOffline(false);
  await expect(onion.getByText('2023-24 to 2024-25')).toBeVisible();
});

test('the second chart shows met percent, the largest gap first', BOTH_WIDTHS, async ({ page }) => {
  await page.goto('/demand?region=IN-TN');
  const chart = page.getByRole('img', { name: /^Bar chart of the part of the demand that is met/ });
  await expect(chart).toContainText(/^BENGAL GRAM0\.73%/);
  await expect(chart).toContainText('HORSE GRAMno balance is known');
  await expect(page.getByText('Orders by tonnes met.')).toBeVisible();
  await expect(
    page.getByRole('button', { name: 'Sort by Demand Met: descending' }),
  ).toHaveAccessibleDescription('Orders by tonnes met.');
});
