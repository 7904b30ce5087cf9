import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { type GrowServer, startGrow } from './grow-server';

export { expect };

export interface Farmer {
  name: string;
  email: string;
}

interface Fixtures {
  /** A farmer that no other test uses. */
  farmer: Farmer;
  /** A page with that farmer signed in, without the sign-in screens. */
  signedIn: Page;
  /**
   * Whether the background video plays. Without a graphics card it occupies a core, so most tests pause it.
   */
  moving: boolean;
}

interface Servers {
  /** Settings of the server: its environment variables. */
  settings: Record<string, string>;
  grow: GrowServer;
}

export const test = base.extend<Fixtures & { harmless: undefined }, Servers>({
  // In every test: no uncaught errors, no violations of the content security policy, no missing messages.
  // Lingui warns about a message whose catalogue is not loaded, and shows its id.
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
  settings: [{}, { option: true, scope: 'worker' }],
  grow: [
    async ({ settings }, use) => {
      const server = await startGrow(settings);
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
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixture names from this pattern.
  farmer: async ({}, use, info) =>
    use({ name: 'Test Farmer', email: `farmer-${info.testId}-${info.retry}@example.org` }),
  signedIn: async ({ page, farmer }, use) => {
    await signIn(page, farmer);
    await agree(page);
    await use(page);
  },
});

/** Settings of a server that lives on 1 July, in the middle of the main sowing season. */
export const ON_FIRST_OF_JULY = { GROW_DEV_CLOCK: '2026-07-01T09:00:00+05:30' };

/** Gives consent without the dialog. */
export async function agree(page: Page): Promise<void> {
  const { version, language } = await (await page.request.get('/api/v1/privacy-notice')).json();
  const answer = await page.request.put('/api/v1/me/consent', { data: { version, language } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Signs in through the development identity provider without opening its pages: it accepts a login hint. */
export async function signIn(page: Page, farmer: Farmer): Promise<void> {
  const query = new URLSearchParams({ mode: 'redirect', login_hint: farmer.email, next: '/dashboard' });
  const answer = await page.request.get(`/auth/start?${query.toString()}`);
  expect(new URL(answer.url()).pathname, await answer.text()).toBe('/dashboard');
}

/** Expects the text to be red. */
export async function expectRed(message: Locator): Promise<void> {
  const [red = 0, green = 0, blue = 0] =
    (await message.evaluate((element) =>
      getComputedStyle(element)
        .color.match(/[\d.]+/g)
        ?.map(Number),
    )) ?? [];
  expect(red - Math.max(green, blue)).toBeGreaterThan(60);
}

/** Makes the app request all data, as on a page from the history. */
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

/** Where something is still loading: texts of the page that say so. */
const LOADING =
  "//body//text()[contains(., 'Loading...')][not(parent::script or parent::style or parent::noscript)]";

/**
 * Waits until the screen shows its heading and its fonts, and nothing is loading. It looks at each frame: a look from
 * outside comes up to half a second late, and screens are opened hundreds of times.
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    (loading) =>
      document.querySelector('h1')?.checkVisibility() &&
      document.fonts.status === 'loaded' &&
      !document.evaluate(loading, document, null, XPathResult.BOOLEAN_TYPE).booleanValue,
    LOADING,
    { timeout: 25_000 },
  );
}

/** Opens another screen as a link does, without a page load. */
export async function walkTo(page: Page, address: string, state: unknown = null): Promise<void> {
  await page.evaluate(([to, given]) => history.pushState(given, '', to as string), [address, state]);
}

/**
 * Opens each screen in turn and calls back when it is there: the first as a page, with this query, and the others
 * within it. Another query of the same screen is a page again.
 */
export async function walk(
  page: Page,
  paths: readonly string[],
  look: (path: string) => Promise<void>,
  query = '',
): Promise<void> {
  for (const [place, path] of paths.entries()) {
    const isPage = place === 0 || path.includes('?');
    await (isPage ? page.goto(place === 0 ? path + query : path) : walkTo(page, path));
    await settled(page);
    await look(path);
  }
}

/** Taps a button twice before the screen can change. */
export function tapTwice(button: HTMLElement): void {
  button.click();
  button.click();
}

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) <= 768;

/** Parses a displayed figure, such as 12,34,567.890. */
export const figure = (text: string) => Number(text.replaceAll(',', ''));

/** Formats tonnes with three decimals, as the store has them. Rounds float errors of the test away. */
export const tonnes = (value: number) =>
  new Intl.NumberFormat('en-IN', { minimumFractionDigits: 3, maximumFractionDigits: 3 }).format(value);
