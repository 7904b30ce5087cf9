import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { type GrowServer, startGrow } from './grow-server';

export { expect };

interface Farmer {
  name: string;
  email: string;
}

interface Fixtures {
  /** Someone nobody else in this run is. */
  farmer: Farmer;
  /** A page with that farmer signed in, without the sign-in screens. */
  signedIn: Page;
  /** Whether the field behind the pages moves: without a graphics card it takes a core, so most tests stop it as a farmer would. */
  moving: boolean;
}

export const test = base.extend<Fixtures & { harmless: undefined }, { grow: GrowServer }>({
  // Whatever a test does, the app never throws, nothing in it breaks the content security policy, and no sentence is missing:
  // Lingui warns of one whose catalogue is not loaded, and shows its id.
  harmless: [
    async ({ page }, use) => {
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(String(error)));
      page.on('console', (message) => {
        if (/Content Security Policy|TrustedHTML|TrustedScript|Uncompiled message/i.test(message.text()))
          faults.push(message.text());
      });
      await use(undefined);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
  grow: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const server = await startGrow();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ grow }, use) => use(grow.url),
  moving: [false, { option: true }],
  context: async ({ context, moving }, use) => {
    if (!moving) await context.addInitScript(() => localStorage.setItem('grow-background', 'still'));
    await use(context);
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  farmer: async ({}, use, info) =>
    use({ name: 'Test Farmer', email: `farmer-${info.testId}-${info.retry}@example.org` }),
  signedIn: async ({ page, farmer }, use) => {
    await signIn(page, farmer);
    await agree(page);
    await use(page);
  },
});

/** Agrees to the notice without its dialog. */
export async function agree(page: Page): Promise<void> {
  const { version, language } = await (await page.request.get('/api/v1/privacy-notice')).json();
  const answer = await page.request.put('/api/v1/me/consent', { data: { version, language } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** The development identity provider signs a hinted account in without a page; the ways there are followed without a screen. */
export async function signIn(page: Page, farmer: Farmer): Promise<void> {
  const query = new URLSearchParams({ mode: 'redirect', login_hint: farmer.email, next: '/dashboard' });
  const answer = await page.request.get(`/auth/start?${query.toString()}`);
  expect(new URL(answer.url()).pathname, await answer.text()).toBe('/dashboard');
}

/** That a message stands there in red, by day and by night. */
export async function expectRed(message: Locator): Promise<void> {
  const [red = 0, green = 0, blue = 0] =
    (await message.evaluate((element) =>
      getComputedStyle(element)
        .color.match(/[\d.]+/g)
        ?.map(Number),
    )) ?? [];
  expect(red - Math.max(green, blue)).toBeGreaterThan(60);
}

/** Makes the app ask for everything, as on a page that the browser takes from its history. */
export async function ignorePageAnswers(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace('id="answers"', 'id="unread"'),
    });
  });
}

/** The screen has its title, its figures and its drawings; nothing on it is still loading. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);
  await page.waitForFunction(() => document.fonts.status === 'loaded');
}

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) <= 768;

/** A figure as the screen shows it, such as 12,34,567.890. */
export const figure = (text: string) => Number(text.replaceAll(',', ''));

/** Figures in the store have three decimals; floats of the test itself are rounded back to them. */
export const tonnes = (value: number) =>
  new Intl.NumberFormat('en-IN', { minimumFractionDigits: 3, maximumFractionDigits: 3 }).format(value);
