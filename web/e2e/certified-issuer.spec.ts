import type { Page } from '@playwright/test';
import { startGrowElsewhere } from './certified-issuer';
import { test as base, expect, isPhone } from './grow-test';
import { AppHeader } from './pages/app-header';
import { LoginPage } from './pages/login-page';
import { BOTH_WIDTHS, WIDE_ONLY } from './tags';

const test = base.extend<object, { grow: Awaited<ReturnType<typeof startGrowElsewhere>> }>({
  grow: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixture names from this pattern.
    async ({}, use) => {
      const server = await startGrowElsewhere();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

/** Returns the issuer's page: a popup on wide screens, the same page on narrow ones. */
async function atTheIssuer(page: Page): Promise<Page> {
  if (isPhone(page)) {
    await signInButton(page).click();
    return page;
  }
  const opened = page.waitForEvent('popup');
  await signInButton(page).click();
  return opened;
}

/** Without a configured name, the button shows the host of the issuer. */
const signInButton = (page: Page) =>
  page.getByRole('button', { name: 'Sign in with 127.0.0.1', exact: true });

async function signInThere(issuer: Page, name: string): Promise<void> {
  await issuer.getByPlaceholder('Enter any login').fill(name);
  await issuer.getByPlaceholder('and password').fill('any');
  await issuer.getByRole('button', { name: 'Sign-in' }).click();
  await issuer.getByRole('button', { name: 'Continue' }).click();
}

test(
  'with a certified provider a farmer signs in, popup or redirect, and out again',
  BOTH_WIDTHS,
  async ({ page }) => {
    await page.goto('/login');
    await signInThere(await atTheIssuer(page), 'meena');
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome meena of elsewhere');
    expect(await (await page.request.get('/api/v1/session')).json()).toEqual({
      user: {
        id: expect.any(String),
        display_name: 'meena of elsewhere',
        photo_url: null,
        email: 'meena@example.org',
        has_imported_record: false,
        language: null,
      },
    });
    await new AppHeader(page).choose('Sign Out');
    await expect(page).toHaveURL('/login');
    // The screen does not wait for the answer.
    const session = async () => (await page.request.get('/api/v1/session')).json();
    await expect.poll(session).toEqual({ user: null });
    await page.goto('/npk');
    await expect(page).toHaveURL('/demand');
  },
);

test('the button of another provider does not carry the mark of Google', async ({ page }) => {
  await page.goto('/login');
  await expect(signInButton(page)).toBeEnabled();
  await expect(signInButton(page).locator('svg')).toHaveCount(0);
});

test(
  'a farmer who turns back at a certified provider is not signed in, reads why, and can try again',
  BOTH_WIDTHS,
  async ({ page }) => {
    await page.goto('/login');
    const issuer = await atTheIssuer(page);
    await issuer.getByRole('link', { name: 'Cancel' }).click();
    const login = new LoginPage(page);
    await expect(login.error).toHaveText('You stopped the sign-in. Try again whenever you like.');
    // The screen does not wait for the answer.
    const session = async () => (await page.request.get('/api/v1/session')).json();
    await expect.poll(session).toEqual({ user: null });
    await signInThere(await atTheIssuer(page), 'harpreet');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome harpreet of elsewhere');
  },
);

test(
  'a window that the provider cuts off from us looks closed, and is heard all the same',
  WIDE_ONLY,
  async ({ page }) => {
    // The other window has the focus.
    await page.addInitScript(() => {
      document.hasFocus = () => false;
    });
    await page.goto('/login');
    const login = new LoginPage(page);
    const issuer = await atTheIssuer(page);
    await expect(signInButton(page)).toHaveAttribute('aria-busy', 'false');
    await expect(login.error).toHaveCount(0);
    await signInThere(issuer, 'lakshmi');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome lakshmi of elsewhere');
    await expect.poll(() => issuer.isClosed()).toBe(true);
  },
);
