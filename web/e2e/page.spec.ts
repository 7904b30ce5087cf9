import type { Page } from '@playwright/test';
import { expect, test } from './grow-test';
import { AppHeader } from './pages/app-header';
import { demandTable } from './pages/crop-table';
import { BOTH_WIDTHS } from './tags';

const HEADINGS = { '/demand': 'Welcome Guest', '/login': 'Farmer Login' };

/** Records the API requests of the first screen. Excludes the live stream and what a screen loads later. */
function questions(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/v1\/(session|demand)$/.test(pathname)) asked.push(pathname);
  });
  return asked;
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  for (const [path, heading] of Object.entries(HEADINGS)) {
    test(`${path} has its heading, its ways and the sentence that says what is missing`, async ({ page }) => {
      const answer = await page.goto(path);
      // Playwright's `javaScriptEnabled: false` still parses the element as if scripts could run.
      expect(await answer?.text()).toContain('<noscript>Grow needs JavaScript.');
      await expect(page).toHaveTitle(`${heading} · Grow`);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeInViewport();
      await page.getByRole('link', { name: 'Total Demand' }).click();
      await expect(page).toHaveURL('/demand');
      await page.getByRole('link', { name: 'Sign In' }).click();
      await expect(page).toHaveURL('/login');
    });
  }
});

test.describe("a farmer's screens without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test('each has its heading, and says that the rest is on its way', async ({ signedIn: page }) => {
    for (const [path, heading] of [
      ['/npk', 'Update NPK Values'],
      ['/my-sowing', 'My Sowing Data'],
      ['/rec-sc', 'Recommended Crops Based on Soil and Climate'],
    ] as const) {
      await page.goto(path);
      await expect(page).toHaveTitle(`${heading} · Grow`);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeInViewport();
      await expect(page.getByText('Loading...')).toBeVisible();
    }
  });
});

test('What can be typed into before the app runs would be lost, so it is disabled', async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  await page.goto('/login');
  await expect(page.getByLabel('Farmer ID', { exact: true })).toBeDisabled();
  await page.close();
});

/** Holds the app back until the function is called that it returns. */
async function holdBack(page: Page, chunk: string): Promise<() => void> {
  let goOn = () => {};
  const held = new Promise<void>((release) => {
    goOn = release;
  });
  await page.route(chunk, async (route) => {
    await held;
    await route.continue();
  });
  return goOn;
}

test('What is pressed before the app runs waits for it, and says so', async ({ signedIn: page }) => {
  const goOn = await holdBack(page, '**/assets/sowings-page-*.js');
  await page.goto('/my-sowing');
  const file = page.getByRole('button', { name: 'I have entries in a file' });
  await file.click();
  await expect(file).toHaveAttribute('aria-busy', 'true');
  goOn();
  await expect(file).toHaveAttribute('aria-expanded', 'true');
});

test('a press that began before the app runs, and ends in it, follows its link', async ({ page }) => {
  const goOn = await holdBack(page, '**/assets/demand-page-*.js');
  await page.goto('/demand');
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Presentation' });
  await link.hover();
  await page.mouse.down();
  goOn();
  await expect(demandTable(page).rows).toHaveCount(16);
  await page.mouse.up();
  await expect(page).toHaveURL('/ppt');
});

test('a screen that does not come is told of by the app, whose ways stay', async ({ page }) => {
  await page.route('**/assets/demand-page-*.js', (route) => route.abort());
  await page.goto('/demand');
  await expect(
    page.getByRole('heading', { level: 1, name: 'This screen could not be loaded' }),
  ).toBeVisible();
  await expect(page).toHaveTitle('This screen could not be loaded · Grow');
  // Other requests succeed, so the network is not the cause.
  await expect(page.getByRole('alert')).toHaveText('Something went wrong. Please try again.');
  await expect(page.getByText('Grow could not be loaded.')).toHaveCount(0);
  await page.getByRole('link', { name: 'Presentation' }).click();
  await expect(page).toHaveURL('/ppt');
});

test('a screen that is opened without a network leaves the app where it is, and comes with the network', async ({
  page,
  context,
}) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeEnabled();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Presentation' }).click();
  const message = page.getByRole('alert');
  await expect(message).toHaveText('Check your connection.');
  await expect(page).toHaveTitle('This screen could not be loaded · Grow');
  const tried = page.waitForEvent('requestfailed');
  await page.getByRole('button', { name: 'Try again' }).click();
  await tried;
  await expect(message).toHaveText('Check your connection.');
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Presentation' })).toBeVisible();
  await expect(page).toHaveTitle('Presentation · Grow');
});

for (const [path, chunk] of [
  ['/demand', 'style-*.css'],
  ['/demand', 'react-*.js'],
  ['/demand', 'guest-*.js'],
  ['/login', 'index-*.js'],
  ['/profile', 'shared-*.js'],
] as const) {
  test(`${path} without ${chunk} says that Grow could not be loaded, and loads again at a press`, async ({
    page,
  }) => {
    await page.route(`**/assets/${chunk}`, (route) => route.abort());
    await page.goto(path);
    const message = page.getByRole('alert');
    await expect(message).toHaveText('Grow could not be loaded. Load this page again');
    await expect(page.locator('main > :empty')).toHaveCount(0);
    await page.unroute(`**/assets/${chunk}`);
    await message.getByRole('link', { name: 'Load this page again' }).click();
    await expect(message).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Loading...')).toHaveCount(0);
  });
}

test('the page says when the connection is the cause', async ({ page }) => {
  await page.route('**/assets/shared-*.js', (route) => route.abort());
  await page.route('**/demand', (route) =>
    route.request().method() === 'HEAD' ? route.abort() : route.continue(),
  );
  await page.goto('/demand');
  await expect(page.getByRole('alert')).toHaveText(
    'Grow could not be loaded. Check your network. Load this page again',
  );
});

test('a browser that knows no preloads runs the app as well', async ({ page }) => {
  await page.addInitScript(() => {
    DOMTokenList.prototype.supports = () => false;
  });
  await page.goto('/demand');
  await expect(demandTable(page).rows).toHaveCount(16);
});

test('The keyboard keeps its place when the app takes the page over', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((next) => {
    release = next;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/demand', { waitUntil: 'commit' });
  const link = page.getByRole('link', { name: 'Presentation' });
  await link.focus();
  release();
  await expect(demandTable(page).rows).toHaveCount(16);
  await expect(link).toBeFocused();
});

for (const [path, heading] of Object.entries(HEADINGS)) {
  test(`${path} loads without a jump, a fault or a second question`, BOTH_WIDTHS, async ({ page }) => {
    const asked = questions(page);
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.addInitScript(() => {
      const seen = { shifts: 0, overlay: false };
      Object.assign(globalThis, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shifts += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
      new MutationObserver(() => {
        seen.overlay ||= document.body?.textContent?.includes('Loading, please wait...') ?? false;
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    if (path === '/demand') {
      await expect(demandTable(page).rows).toHaveCount(16);
      await expect(page.getByRole('combobox', { name: 'Region' })).toBeVisible();
    }
    await page.waitForLoadState('load');
    const seen = await page.evaluate(
      () =>
        new Promise<{ shifts: number; overlay: boolean }>((found) => {
          // Observers are called after the frame.
          requestAnimationFrame(() =>
            requestAnimationFrame(() =>
              found((globalThis as unknown as { seen: typeof Object.prototype }).seen as never),
            ),
          );
        }),
    );
    expect(seen.overlay).toBe(false);
    expect(seen.shifts).toBeLessThanOrEqual(0.02);
    expect(asked).toEqual([]);
    expect(said).toEqual([]);
  });
}

test('the live stream goes on right after the page', async ({ page }) => {
  const stream = page.waitForRequest('**/api/v1/demand/events*');
  await page.goto('/demand');
  const answers = JSON.parse((await page.locator('#answers').textContent()) ?? '');
  expect(new URL((await stream).url()).searchParams.get('after')).toBe(answers.demand.event);
  await expect(demandTable(page).rows).toHaveCount(16);
});

test('a farmer who is signed in is known from the page, and the overview with them', async ({
  signedIn: page,
}) => {
  const form = page.getByRole('heading', { level: 1, name: 'Update NPK Values' });
  // The dashboard, where sign-in ends, requests the demand later.
  await page.goto('/npk');
  await expect(form).toBeVisible();
  const asked = questions(page);
  await page.goto('/demand');
  await expect(page.getByRole('heading', { level: 1, name: 'Crop Estimation Data' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Menu of / })).toBeVisible();
  await expect(demandTable(page).rows).toHaveCount(16);
  await page.goto('/npk');
  await expect(form).toBeVisible();
  expect(asked).toEqual([]);
});

test('a page out of the history asks anew who is signed in', async ({ signedIn: page, context }) => {
  const cookies = await context.cookies();
  await context.clearCookies();
  await page.goto('/demand');
  await expect(page.getByRole('heading', { name: 'Welcome Guest' })).toBeVisible();
  await context.addCookies(cookies);
  await page.goto('/npk');
  await expect(page.getByRole('heading', { level: 1, name: 'Update NPK Values' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Crop Estimation Data' })).toBeVisible();
  await new AppHeader(page).choose('Profile');
  await expect(page).toHaveURL('/profile');
});
