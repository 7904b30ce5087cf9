import { expect, test } from '../grow-test';
import { LoginPage } from '../pages/login-page';
import { WIDE_ONLY } from '../tags';

test('popup-blocked is said, and the redirect is offered', WIDE_ONLY, async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto('/login');
  const login = new LoginPage(page);
  await login.google.click();
  await expect(login.error).toContainText('Your browser blocked the sign-in window.');
  await login.error.getByRole('button', { name: 'Continue on this page' }).click();
  await page.getByRole('button', { name: 'Harpreet Singh' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('Sign-in popup window 500 by 600', WIDE_ONLY, async ({ page }) => {
  await page.addInitScript(() => {
    window.open = (address, _name, features) => {
      document.title = `${address} ${features}`;
      return null;
    };
  });
  await page.goto('/login');
  await new LoginPage(page).google.click();
  await expect(page).toHaveTitle(/^\/auth\/start\?mode=popup.* popup,width=500,height=600,/);
});

test('The message of a sign-in that failed in the popup is shown', WIDE_ONLY, async ({ page }) => {
  await page.goto('/login');
  const login = new LoginPage(page);
  const opened = page.waitForEvent('popup');
  await login.google.click();
  const popup = await opened;
  await popup.goto('/demand');
  await popup.evaluate(() =>
    new BroadcastChannel('grow-auth').postMessage({ type: 'error', code: 'auth/internal-error' }),
  );
  await expect(login.error).toHaveText('The sign-in service has a problem. Please try again in a moment.');
});

test(
  'popup-closed-by-user is said when the window was closed before the sign-in',
  WIDE_ONLY,
  async ({ page }) => {
    await page.goto('/login');
    const login = new LoginPage(page);
    const opened = page.waitForEvent('popup');
    await login.google.click();
    await (await opened).close();
    await expect(login.error).toHaveText(
      'The sign-in window was closed before you signed in. Please try again.',
    );
    await expect(login.google).toHaveAttribute('aria-busy', 'false');
    await login.signInAs('Harpreet Singh');
    await expect(page).toHaveURL('/dashboard');
  },
);

test(
  'cancelled-popup-request is said where another tab opened its window after ours',
  WIDE_ONLY,
  async ({ page, context }) => {
    await page.goto('/login');
    const login = new LoginPage(page);
    const opened = page.waitForEvent('popup');
    await login.google.click();
    const popup = await opened;
    const closed = popup.waitForEvent('close');

    const other = await context.newPage();
    await other.goto('/login');
    const openedThere = other.waitForEvent('popup');
    await new LoginPage(other).google.click();
    const popupThere = await openedThere;
    await closed;
    await expect(login.error).toHaveText('Another sign-in window was opened. Please use that one.');
    await popupThere.getByRole('button', { name: 'Harpreet Singh' }).click();
    for (const tab of [page, other]) await expect(tab).toHaveURL('/dashboard');
  },
);

test(
  'A second press shows the window that is open, and opens no other',
  WIDE_ONLY,
  async ({ page, context }) => {
    await page.goto('/login');
    const login = new LoginPage(page);
    const opened = page.waitForEvent('popup');
    await login.google.click();
    const popup = await opened;
    await popup.getByLabel('Name').fill('Half a name');
    await login.google.click();
    await expect(popup.getByLabel('Name')).toHaveValue('Half a name');
    expect(context.pages()).toHaveLength(2);
    await expect(login.error).toHaveCount(0);
  },
);

test('The callback answers by BroadcastChannel, never by opener', WIDE_ONLY, async ({ page }) => {
  await page.goto('/login');
  const opened = page.waitForEvent('popup');
  await new LoginPage(page).google.click();
  const popup = await opened;
  await popup.getByRole('button', { name: 'Harpreet Singh' }).waitFor();
  await popup.evaluate(() => {
    window.opener = null;
  });
  await popup.getByRole('button', { name: 'Harpreet Singh' }).click();
  await expect(page).toHaveURL('/dashboard');
});
