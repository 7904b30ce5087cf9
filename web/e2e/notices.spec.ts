import type { Page } from '@playwright/test';
import { SHOWN_MS } from '../src/shared/ui/carried-notice';
import { expect, settled, test } from './grow-test';
import { AppHeader } from './pages/app-header';
import { demandTable } from './pages/crop-table';

const NOT_LOADED = 'Check your connection.';

/** Fails to load another language. */
async function fail(page: Page): Promise<void> {
  await page.route('**/assets/choose-language-*.js', (route) => route.abort());
  await page.getByRole('combobox', { name: 'Language' }).selectOption('hi');
}

test('a failure stays until it is closed, on every screen', async ({ signedIn: page }) => {
  await page.clock.install();
  await page.goto('/dashboard');
  const header = new AppHeader(page);
  await fail(page);
  const failure = page.getByRole('alert').filter({ hasText: NOT_LOADED });
  await expect(failure).toBeVisible();
  await page.clock.runFor(10 * SHOWN_MS);
  await expect(failure).toBeVisible();
  await header.choose('Sowed Crops');
  await expect(page).toHaveURL('/my-sowing');
  await expect(failure).toBeVisible();
  await failure.getByRole('button', { name: 'Close message' }).click();
  await expect(failure).toHaveCount(0);
});

test('a success does not take the place of a failure, and goes by itself', async ({ signedIn: page }) => {
  await page.clock.install();
  await page.goto('/npk');
  await fail(page);
  const failure = page.getByRole('alert').filter({ hasText: NOT_LOADED });
  await expect(failure).toBeVisible();
  await page.getByRole('button', { name: 'Update NPK' }).click();
  const success = page.getByRole('status').filter({ hasText: 'NPK updated successfully!' });
  await expect(success).toBeVisible();
  await expect(failure).toBeVisible();
  await page.clock.runFor(SHOWN_MS);
  await expect(success).toHaveCount(0);
  await expect(failure).toBeVisible();
});

/** Counts what comes into the live region that says a sentence. Screen readers say it each time. */
const countSaid = (page: Page, sentence: string) =>
  page.evaluate((wanted) => {
    const said = { times: 0 };
    Object.assign(window, { said });
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        const isLive = (node as Element).closest('[role="alert"], [aria-live="polite"]');
        if (isLive && node.textContent?.includes(wanted)) said.times += 1;
      }
    }).observe(document.body, { childList: true, subtree: true });
  }, sentence);
const timesSaid = (page: Page) =>
  page.evaluate(() => (window as unknown as { said: { times: number } }).said.times);

test('the same failure twice is said twice', async ({ signedIn: page }) => {
  await page.goto('/dashboard');
  await countSaid(page, NOT_LOADED);
  for (const times of [1, 2]) {
    await fail(page);
    await expect.poll(() => timesSaid(page)).toBe(times);
  }
});

test('the same news of the demand twice is said twice', async ({ signedIn: page }) => {
  await page.clock.install();
  await page.goto('/demand');
  await expect(demandTable(page).rows).toHaveCount(16);
  await countSaid(page, '2 crops have new figures.');
  for (const times of [1, 2]) {
    for (const crop of ['ragi', 'onion']) {
      const met = await demandTable(page).cell(crop.toUpperCase(), 'Met');
      const before = await met.textContent();
      const headers = { 'Idempotency-Key': `news-of-the-demand-${crop}-${times}` };
      await page.request.post('/api/v1/me/sowings', { headers, data: { crop, field_size_ha: 1 } });
      await expect(met).not.toHaveText(before ?? '');
    }
    await page.clock.runFor(2_000);
    await expect.poll(() => timesSaid(page)).toBe(times);
  }
});

test('what fails where nothing hears of it is told, and once', async ({ signedIn: page }) => {
  await page.goto('/dashboard');
  await settled(page);
  const failPromises = () =>
    page.evaluate(() => {
      for (const reason of [new Error('one'), new Error('other')])
        dispatchEvent(
          new PromiseRejectionEvent('unhandledrejection', { promise: Promise.resolve(), reason }),
        );
    });
  const told = page.getByRole('alert').filter({ hasText: 'Something did not work. Please try again.' });
  // What follows the outbox is loaded after the screen.
  await expect(async () => {
    await failPromises();
    await expect(told).toHaveCount(1, { timeout: 500 });
  }).toPass();
  const first = await told.elementHandle();
  await failPromises();
  await expect(told).toHaveCount(1);
  // Another element would be said again.
  expect(await first?.evaluate((element) => element.isConnected)).toBe(true);
});
