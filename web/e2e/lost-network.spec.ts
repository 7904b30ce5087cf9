import type { Browser, Page } from '@playwright/test';
import { fillRecord } from './full-record';
import { type GrowServer, startGrow } from './grow-server';
import { agree, expect, signIn, test } from './grow-test';
import { demandTable, knownCropTable, SoilClimateTable } from './pages/crop-table';

const paused = (page: Page) => page.getByRole('status').filter({ hasText: 'Live updates are paused.' });

/** Opens a page of a server that the test may stop. */
async function pageOf(server: GrowServer, browser: Browser, size: Page): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, viewport: size.viewportSize() });
  return context.newPage();
}

test('without the server the figures of the dashboard stay, and a note says that they may be old', async ({
  page: size,
  browser,
  farmer,
}) => {
  const server = await startGrow();
  const page = await pageOf(server, browser, size);
  await signIn(page, farmer);
  await agree(page);
  await fillRecord(page.request, server.url);
  await page.goto('/dashboard');
  await expect(knownCropTable(page).rows).toHaveCount(4);
  const suited = new SoilClimateTable(page);
  await expect(suited.rows).not.toHaveCount(0);
  const crops = await suited.crops();
  await server.stop();
  await expect(paused(page)).toBeVisible();
  await expect(knownCropTable(page).rows).toHaveCount(4);
  expect(await suited.crops()).toEqual(crops);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.context().close();
});

test('a part that does not come leaves the rest of the screen, says so, and comes at a press', async ({
  page,
}) => {
  await page.route('**/assets/provenance-*.js', (route) => route.abort());
  await page.goto('/demand');
  await page.getByRole('button', { name: /^More:/ }).click();
  const message = page.getByRole('main').getByRole('alert');
  await expect(message).toHaveText('This part could not be loaded.');
  await expect(demandTable(page).rows).toHaveCount(16);
  await page.unroute('**/assets/provenance-*.js');
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  // The server is there, so the page is loaded again, perhaps with a newer app.
  await expect(message).toHaveCount(0);
  await page.getByRole('button', { name: /^More:/ }).click();
  await expect(page.getByRole('img', { name: /^Bar chart of the part of the demand/ })).toBeVisible();
});

test('a part that is asked for without a network comes by itself when there is one', async ({
  page,
  context,
}) => {
  await page.goto('/login');
  const read = page.getByRole('button', { name: 'What Grow keeps, and why' });
  await expect(read).toBeEnabled();
  await context.setOffline(true);
  await read.click();
  const message = page.getByText('This part could not be loaded. Check your connection.');
  await expect(message).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('dialog', { name: 'What Grow keeps about you, and why' })).toBeVisible();
  await expect(message).toHaveCount(0);
});

test('a fault of the frame shows a message and a retry, not an empty page', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'readyState', {
      get: () => {
        throw new Error('the frame fails');
      },
    });
  });
  await page.goto('/demand');
  await expect(page.getByRole('alert')).toHaveText('Something went wrong. Please try again.');
  await expect(page).toHaveTitle('This screen could not be loaded · Grow');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a start that fails is told in the first view, whose ways stay', async ({ page }) => {
  await page.addInitScript(() => {
    performance.getEntriesByType = () => {
      throw new Error('startup fails');
    };
  });
  await page.goto('/demand');
  const message = page.getByRole('alert');
  await expect(message).toHaveText('Grow could not be loaded. Load this page again');
  await expect(message.getByRole('link', { name: 'Load this page again' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Presentation' })).toBeVisible();
});
