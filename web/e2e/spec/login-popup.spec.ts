import { expect, test } from '../grow-test';
import { LoginPage } from '../pages/login-page';

test('popup-blocked is said, and the redirect is offered', async ({ page }) => {
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

test('Sign-in popup window 500 by 600', async ({ page }) => {
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

test('The message of a sign-in that failed in the popup is shown', async ({ page }) => {
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
