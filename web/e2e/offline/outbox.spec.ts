import type { Page } from '@playwright/test';
import { agree, test as base, expect, type Farmer, settled, signIn, walkTo } from '../grow-test';
import { SOWN, SowPage } from '../pages/sow-page';
import { type Link, startLink } from './link';

const KEPT = 'Kept on this phone, not sent yet.';

const test = base.extend<object, { link: Link }>({
  link: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixture names from this pattern.
    async ({}, use) => {
      const link = await startLink();
      await use(link);
      await link.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ link }, use) => use(link.url),
});

test.beforeEach(({ link }) => link.turn('fair'));

async function enter(page: Page, farmer: Farmer): Promise<SowPage> {
  await signIn(page, farmer);
  await agree(page);
  // What a farmer opens here stays open without a network.
  await page.goto('/my-sowing');
  await settled(page);
  for (const path of ['/dashboard', '/add']) {
    await walkTo(page, path);
    await settled(page);
  }
  const form = new SowPage(page);
  await form.crop.selectOption({ label: 'MAIZE' });
  await form.fieldSize.fill('2');
  return form;
}

/** What the server has recorded of the signed-in farmer, the oldest first. */
async function recorded(page: Page): Promise<string[]> {
  const answer = await page.request.get('/api/v1/me/sowings');
  return ((await answer.json()) as { items: { crop: string }[] }).items.map(({ crop }) => crop).reverse();
}

const unsent = (page: Page) => page.getByRole('region', { name: 'Not sent yet' }).getByRole('listitem');

test('a sowing without a network is kept, shown, and arrives once when there is one', async ({
  page,
  farmer,
  link,
}) => {
  const form = await enter(page, farmer);
  link.turn('cut');
  await form.submit.click();
  await expect(page.getByRole('status').getByText(KEPT)).toBeVisible();
  link.turn('fair');
  await expect(page.getByRole('status').getByText(SOWN)).toBeVisible();
  expect(await recorded(page)).toEqual(['maize']);
});

test('an answer that was lost on its way leaves one sowing', async ({ page, farmer, link }) => {
  const form = await enter(page, farmer);
  link.turn('answers lost');
  await form.submit.click();
  await expect(page.getByRole('status').getByText(KEPT)).toBeVisible();
  link.turn('fair');
  await expect(page.getByRole('status').getByText(SOWN)).toBeVisible();
  expect(await recorded(page)).toEqual(['maize']);
});

test('a network that wants a sign-in does not swallow a sowing', async ({ page, farmer, link }) => {
  const form = await enter(page, farmer);
  link.turn('portal');
  await form.submit.click();
  await expect(page.getByRole('status').getByText(KEPT)).toBeVisible();
  link.turn('fair');
  await expect(page.getByRole('status').getByText(SOWN)).toBeVisible();
  expect(await recorded(page)).toEqual(['maize']);
});

test('what waits is listed, and can be taken back before it leaves', async ({ page, farmer, link }) => {
  const form = await enter(page, farmer);
  link.turn('cut');
  await form.submit.click();
  await expect(page.getByRole('status').getByText(KEPT)).toBeVisible();
  await walkTo(page, '/my-sowing');
  await expect(unsent(page)).toHaveCount(1);
  await expect(unsent(page)).toContainText('Sowing of Maize, 2 hectares');
});
