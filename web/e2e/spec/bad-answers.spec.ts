import type { Locator, Page, Route } from '@playwright/test';
import { expect, expectRed, ignorePageAnswers, test } from '../grow-test';
import { AppHeader } from '../pages/app-header';

/** Faulty answers and the displayed reasons. `shared/api/faulty-answers.test.ts` has the full table. */
type Fault = readonly [answer: (route: Route) => Promise<void>, reason: string];
const PORTAL: Fault = [
  (route) => route.fulfill({ contentType: 'text/html', body: '<h1>portal</h1>' }),
  "The server's answer could not be read. If your network asks you to sign in, do that first, then try again.",
];
const BROKEN: Fault = [
  (route) => route.fulfill({ status: 500, body: 'oops' }),
  'Something went wrong on our side. Please try again.',
];

/** Expects this message once the retries of a failed read are over: two, with growing delays. */
const afterRetries = (page: Page, alert: Locator, reason: string) =>
  expect(async () => {
    await page.clock.fastForward(3_000);
    await expect(alert).toHaveText(reason, { timeout: 250 });
  }).toPass({ intervals: [50] });

test('/crop-detail/paddy: a loading spinner, then what went wrong in red, and Try again mends it', async ({
  signedIn: page,
}) => {
  await page.clock.install();
  const address = '**/api/v1/crops/paddy?*';
  const [bad, reason] = PORTAL;
  let letGo = () => {};
  const held = new Promise<void>((release) => {
    letGo = release;
  });
  await page.route(address, async (route) => {
    await held;
    await bad(route);
  });
  await page.goto('/crop-detail/paddy');
  await expect(
    page.getByRole('main').getByRole('status').filter({ hasText: 'Loading...' }).first(),
  ).toBeVisible();
  letGo();
  const alert = page.getByRole('main').getByRole('alert');
  await afterRetries(page, alert, reason);
  await expectRed(alert);
  await page.unroute(address);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Importance in India' })).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test('A screen that is opened without a network says so, and comes by itself with the network', async ({
  signedIn: page,
  context,
}) => {
  await page.goto('/place');
  await expect(page.getByLabel('Place')).toBeVisible();
  // Load the chunks of the screen in advance, but not its data.
  await page.evaluate(async () => {
    const sowings = await (await fetch('/my-sowing')).text();
    await Promise.all([...sowings.matchAll(/\/assets\/[\w-]+\.js/g)].map(([file]) => import(file)));
  });
  await context.setOffline(true);
  await new AppHeader(page).choose('Sowed Crops');
  await expect(page.getByRole('alert')).toHaveText('Error fetching sowing data.');
  await context.setOffline(false);
  await expect(page.getByText('No sowing data available.')).toBeVisible();
});

test('A server that does not say who is signed in: public screens stay open, the others offer to try again', async ({
  signedIn: page,
}) => {
  const [bad, reason] = BROKEN;
  let isBad = true;
  await page.clock.install();
  await ignorePageAnswers(page);
  // The browser has no stored user either.
  await page.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException('Storage is disabled', 'SecurityError');
    };
    Storage.prototype.getItem = () => null;
  });
  await page.route('**/api/v1/session', (route) => (isBad ? bad(route) : route.continue()));
  await page.goto('/ppt');
  await expect(page.getByRole('heading', { name: 'Presentation' })).toBeVisible();
  await page.goto('/npk');
  await afterRetries(page, page.getByRole('alert'), reason);
  await expect(page.getByRole('heading', { level: 1, name: 'Grow could not be reached' })).toBeVisible();
  await expect(page).toHaveTitle('Grow could not be reached · Grow');
  isBad = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Update NPK Values' })).toBeVisible();
});
