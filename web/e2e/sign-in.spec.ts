import { expect, isPhone, test } from './grow-test';
import { LoginPage } from './pages/login-page';

test('Farmer ID and Mobile Number are there and Login does nothing', async ({ page }) => {
  await page.goto('/login');
  const login = new LoginPage(page);
  await login.farmerId.fill('TN-123');
  await login.mobile.fill('9876543210');
  await expect(login.mobile).toHaveAttribute('type', 'tel');
  await login.login.click();
  await expect(page).toHaveURL('/login');
  await expect(login.farmerId).toHaveValue('TN-123');
  await expect(login.error).toHaveCount(0);
});

test('any name and e-mail can sign in through the account chooser', async ({ page, farmer }) => {
  await page.goto('/login');
  const login = new LoginPage(page);
  const popup = isPhone(page) ? null : page.waitForEvent('popup');
  await login.google.click();
  const chooser = (await popup) ?? page;
  await chooser.getByLabel('Name').fill(farmer.name);
  await chooser.getByLabel('E-mail').fill(farmer.email);
  await chooser.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { name: `Welcome ${farmer.name}` })).toBeVisible();
});

test('an error that a redirect came back with is shown once, in red', async ({ page }) => {
  await page.goto('/login?error=auth/network-request-failed');
  const login = new LoginPage(page);
  await expect(login.error).toHaveText(
    'No connection to the sign-in service. Check your network and try again.',
  );
  await expect(page).toHaveURL('/login');
  await page.reload();
  await expect(login.google).toBeVisible();
  await expect(login.error).toHaveCount(0);
});

test('a code with script in it is only text', async ({ page }) => {
  await page.goto(`/login?error=${encodeURIComponent('auth/<img src=x onerror=alert(1)>')}`);
  await expect(new LoginPage(page).error).toHaveText('Sign-in did not work. Please try again.');
});
