import type { Page } from '@playwright/test';
import { fillRecord } from './full-record';
import { expect, settled, test } from './grow-test';
import { AppHeader } from './pages/app-header';
import { demandTable } from './pages/crop-table';
import { NpkPage } from './pages/record-pages';
import { SowPage } from './pages/sow-page';

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));

test('a message is shown where saving leads to, and does not follow to the next screen', async ({
  signedIn: page,
}) => {
  await page.goto('/dashboard');
  const header = new AppHeader(page);
  await header.choose('NPK Update');
  const npk = new NpkPage(page);
  await npk.submit.click();
  await expect(page).toHaveURL('/dashboard');
  await expect(npk.saved).toBeVisible();
  await header.choose('My Crops');
  await expect(page.getByRole('heading', { level: 1, name: 'My Known Crops' })).toBeVisible();
  // Immediately, not after the display time.
  expect(await npk.saved.count()).toBe(0);
});

test('Back returns to where the farmer was on the page; a link leads to the top of one', async ({ page }) => {
  await page.goto('/demand');
  await settled(page);
  // What comes after the figures: the needs above them, and what is behind them.
  await expect(page.getByRole('heading', { name: 'What the country still needs' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^More: / })).toBeVisible();
  const row = demandTable(page).row('COTTON');
  await row.scrollIntoViewIfNeeded();
  await expect(row).toBeInViewport();
  const place = await scrolled(page);
  expect(place).toBeGreaterThan(500);
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'Presentation' }).evaluate((link: HTMLElement) => link.click());
  await expect(page.getByRole('heading', { level: 1, name: 'Presentation' })).toBeVisible();
  expect(await scrolled(page)).toBe(0);
  await page.goBack();
  await expect(row).toBeInViewport();
  await expect.poll(async () => Math.abs((await scrolled(page)) - place)).toBeLessThan(50);

  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'Presentation' })).toBeVisible();
  await footer.getByRole('link', { name: 'Total Demand' }).click();
  await expect(demandTable(page).rows).toHaveCount(16);
  expect(await scrolled(page)).toBe(0);
});

test('saving that leads back leads to where the farmer was, also after the page was loaded again', async ({
  signedIn: page,
  grow,
}) => {
  await fillRecord(page.request, grow.url);
  await page.goto('/profile');
  await page.goto('/dashboard');
  await settled(page);
  const sow = page.getByRole('link', { name: 'Sowing the Crop' }).last();
  await sow.evaluate((link) => link.scrollIntoView({ block: 'center' }));
  const place = await scrolled(page);
  expect(place).toBeGreaterThan(500);
  await sow.click();
  await page.reload();
  const form = new SowPage(page);
  await form.fieldSize.fill('1');
  await form.submit.click();
  await expect(page).toHaveURL('/dashboard');
  await expect(sow).toBeInViewport();
  await expect.poll(async () => Math.abs((await scrolled(page)) - place)).toBeLessThan(50);
});
