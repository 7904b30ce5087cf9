import { expect, expectRed, isPhone, signIn, test } from '../grow-test';
import { LoginPage } from '../pages/login-page';
import { BOTH_WIDTHS } from '../tags';

test("'Sign in with Google' uses a popup on wide screens and a redirect on screens 768px wide or narrower", async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.open = (address) => {
      document.title = `popup ${address}`;
      return null;
    };
  });
  await page.route('**/auth/start?*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>redirect</title>' }),
  );
  const login = new LoginPage(page);
  for (const [width, title] of [
    [769, /^popup \/auth\/start\?mode=popup/],
    [768, 'redirect'],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/login');
    await login.google.click();
    await expect(page).toHaveTitle(title);
  }
  await expect(page).toHaveURL(/\/auth\/start\?mode=redirect/);
});

test('In an installed app the sign-in takes the whole page, however wide it is', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.addInitScript(() => {
    window.open = () => {
      throw new Error('opened a popup');
    };
    const really = matchMedia.bind(globalThis);
    const installed = new URLSearchParams(location.search).get('installed') ?? '';
    if (installed === 'iPhone') Object.defineProperty(navigator, 'standalone', { value: true });
    else window.matchMedia = (query) => really(query.replace(`(display-mode: ${installed})`, 'all'));
  });
  await page.route('**/auth/start?*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>redirect</title>' }),
  );
  for (const installed of ['standalone', 'fullscreen', 'minimal-ui', 'iPhone']) {
    await page.goto(`/login?installed=${installed}`);
    await new LoginPage(page).google.click();
    await expect(page, installed).toHaveURL(/\/auth\/start\?mode=redirect/);
    await expect(page).toHaveTitle('redirect');
  }
});

test(
  'from signed out, through Google sign-in (popup or redirect), to signed in with the user passed on',
  BOTH_WIDTHS,
  async ({ page, farmer }) => {
    await page.goto('/demand');
    await page.getByRole('link', { name: 'Sign In', exact: true }).click();
    const login = new LoginPage(page);
    const popup = isPhone(page) ? null : page.waitForEvent('popup');
    await login.google.click();
    const chooser = (await popup) ?? page;
    await chooser.getByLabel('Name').fill(farmer.name);
    await chooser.getByLabel('E-mail').fill(farmer.email);
    await chooser.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { name: `Welcome ${farmer.name}` })).toBeVisible();
  },
);

test('On load the screen checks for a redirect sign-in result and, on success, passes the signed-in user on', async ({
  page,
  farmer,
}) => {
  await signIn(page, farmer);
  await page.goto('/login');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome farmer-/);
});

test("An error message is shown in red: the provider's message, once", async ({ page }) => {
  await page.goto('/login?error=auth/network-request-failed');
  const login = new LoginPage(page);
  await expect(login.error).toHaveText(
    'No connection to the sign-in service. Check your network and try again.',
  );
  await expectRed(login.error);
  await expect(page).toHaveURL('/login');
  await page.reload();
  await expect(login.google).toBeVisible();
  await expect(login.error).toHaveCount(0);
});

test(
  'network-request-failed: without a network the app stays, and says so',
  BOTH_WIDTHS,
  async ({ page, context }) => {
    await page.goto('/login');
    const login = new LoginPage(page);
    await expect(login.google).toBeVisible();
    await context.setOffline(true);
    await login.google.click();
    await expect(login.error).toHaveText(
      'No connection to the sign-in service. Check your network and try again.',
    );
    await expect(page).toHaveURL('/login');
    await context.setOffline(false);
    await login.signInAs('Harpreet Singh');
    await expect(page).toHaveURL('/dashboard');
  },
);

test(
  'user-cancelled: who turns back at the provider is at the sign-in screen, and may try again',
  BOTH_WIDTHS,
  async ({ page }) => {
    await page.goto('/login');
    const login = new LoginPage(page);
    const popup = isPhone(page) ? null : page.waitForEvent('popup');
    await login.google.click();
    const chooser = (await popup) ?? page;
    await chooser.getByRole('link', { name: 'Cancel' }).click();
    await expect(login.error).toHaveText('You stopped the sign-in. Try again whenever you like.');
    await expectRed(login.error);
    await login.signInAs('Harpreet Singh');
    await expect(page).toHaveURL('/dashboard');
  },
);
