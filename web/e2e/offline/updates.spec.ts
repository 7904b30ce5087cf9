import type { Page } from '@playwright/test';
import { expect, settled, walkTo } from '../grow-test';
import { SOWN, SowPage } from '../pages/sow-page';
import { answerKept, appKept, enter, heal, keep, noNetwork, recorded, test, unsent } from './offline-test';
import { laterRelease, otherRelease } from './release';

test('a newer Grow waits until the farmer asks for it, also in the middle of a form', async ({
  page,
  farmer,
  link,
}) => {
  const form = await enter(page, farmer);
  await appKept(page);
  link.release(otherRelease);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  const use = page.getByRole('button', { name: 'Use it now' });
  await expect(use).toBeVisible();
  // The form is as it was, and works.
  await expect(form.fieldSize).toHaveValue('2');
  await form.submit.click();
  await expect(page.getByRole('status').getByText(SOWN)).toBeVisible();
  const loaded = page.waitForEvent('load');
  await use.click();
  await loaded;
  await settled(page);
  await expect(page.locator('script[type="module"][src*=".next."]')).toHaveCount(1);
  await expect(use).toHaveCount(0);
  // From now on it opens without a network.
  link.turn('cut');
  await page.goto('/my-sowing');
  await settled(page);
  await expect(page.locator('script[type="module"][src*=".next."]')).toHaveCount(1);
});

test('a tab of an old release goes on with a new server', async ({ page, farmer, link }) => {
  const form = await enter(page, farmer);
  await appKept(page);
  link.release(otherRelease);
  await form.submit.click();
  await expect(page.getByRole('status').getByText(SOWN)).toBeVisible();
  // Screens that it has not shown yet come from the phone: the server has no such files any more.
  for (const path of ['/my-sowing', '/npk', '/crop-list']) {
    await walkTo(page, path);
    await settled(page);
    await expect(page.getByText('could not be loaded')).toHaveCount(0);
  }
  expect(await recorded(page)).toEqual(['maize']);
});

test('a tab of a new release goes on with an old server', async ({ page, farmer, link }) => {
  link.release(otherRelease);
  const form = await enter(page, farmer);
  await appKept(page);
  link.release(null);
  link.turn('cut');
  await keep(page, form);
  // The page that the phone keeps is that of the new release.
  await page.goto('/my-sowing');
  await expect(unsent(page)).toHaveCount(1);
  await expect(page.locator('script[type="module"][src*=".next."]')).toHaveCount(1);
  await heal(page, link);
  await expect(unsent(page)).toHaveCount(0);
  expect(await recorded(page)).toEqual(['maize']);
  await walkTo(page, '/npk');
  await settled(page);
  await expect(new SowPage(page).crop).toHaveCount(0);
});

test('what a page of the next release has kept is shown by this one, as long as the next one is not used', async ({
  page,
  farmer,
  link,
}) => {
  const form = await enter(page, farmer);
  await form.submit.click();
  await expect(page.getByRole('status').getByText(SOWN)).toBeVisible();
  await appKept(page);
  link.release(otherRelease);
  // The server is asked for pages first, so that this one is of the next release.
  await page.goto('/my-sowing');
  await settled(page);
  await expect(page.locator('script[type="module"][src*=".next."]')).toHaveCount(1);
  await answerKept(page, 'me', 'sowings');
  await expect(page.getByRole('button', { name: 'Use it now' })).toBeVisible();
  link.turn('cut');
  await page.goto('/my-sowing');
  await expect(page.locator('script[type="module"][src*=".next."]')).toHaveCount(0);
  await expect(noNetwork(page)).toContainText('As of today');
  await expect(page.getByRole('row', { name: /^MAIZE/ })).toBeVisible();
});

const use = (page: Page) => page.getByRole('button', { name: 'Use it now' });

/** The tab hears that a newer version is there. */
async function lookForNewer(page: Page): Promise<void> {
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect(use(page)).toBeVisible();
}

const showsRelease = (page: Page, name: string) => page.locator(`script[type="module"][src*=".${name}."]`);

test('a newer Grow that one tab uses is used by every tab without unsaved entries, and takes no file from the others', async ({
  page,
  farmer,
  link,
  context,
}) => {
  const form = await enter(page, farmer);
  await appKept(page);
  const [first, second] = [await context.newPage(), await context.newPage()];
  for (const tab of [first, second]) {
    await tab.goto('/dashboard');
    await settled(tab);
  }
  link.release(otherRelease);
  await lookForNewer(first);
  for (const tab of [page, second]) await expect(use(tab)).toBeVisible();
  await use(first).click();
  for (const tab of [first, second]) {
    await expect(showsRelease(tab, 'next')).toHaveCount(1);
    await settled(tab);
    await expect(use(tab)).toHaveCount(0);
  }
  // What is typed stays, and so does the offer.
  await expect(form.fieldSize).toHaveValue('2');
  await expect(use(page)).toBeVisible();

  // Two releases later, this tab still has all of its own files, with a network and without.
  link.release(laterRelease);
  await lookForNewer(first);
  await use(first).click();
  await expect(showsRelease(first, 'later')).toHaveCount(1);
  await expect(form.fieldSize).toHaveValue('2');
  await walkTo(page, '/npk');
  await settled(page);
  link.turn('cut');
  for (const path of ['/place', '/crop-list']) {
    await walkTo(page, path);
    await settled(page);
  }
  await expect(page.getByText('could not be loaded')).toHaveCount(0);
  link.turn('working');
  await use(page).click();
  await expect(showsRelease(page, 'later')).toHaveCount(1);

  // No tab shows the first release any more.
  link.release(otherRelease);
  await lookForNewer(page);
  await use(page).click();
  await expect(showsRelease(page, 'next')).toHaveCount(1);
  const builds = () =>
    page.evaluate(async () => (await caches.keys()).map((name) => /build-(next|later)?/.exec(name)?.[1]));
  await expect.poll(async () => (await builds()).toSorted()).toEqual(['later', 'next', undefined]);
});
