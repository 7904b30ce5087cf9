import type { Browser } from '@playwright/test';
import type { GrowServer } from './grow-server';
import { expect, test } from './grow-test';
import { LoginPage } from './pages/login-page';

const FACEBOOK =
  'Mozilla/5.0 (Linux; Android 13; SM-A047F; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/440.0.0.30.105;]';
const IPHONE_WEB_VIEW =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
const SENTENCE = /^This page is open inside .+\. Signing in often does not work there\.$/;

async function loginInside(
  browser: Browser,
  grow: GrowServer,
  userAgent: string,
  permissions: string[] = [],
) {
  const context = await browser.newContext({
    baseURL: grow.url,
    viewport: { width: 360, height: 740 },
    userAgent,
    permissions,
  });
  const page = await context.newPage();
  await page.goto('/login');
  return page;
}

test('inside an app on Android a link leads to the browser, and Google stays possible', async ({
  browser,
  grow,
}) => {
  const page = await loginInside(browser, grow, FACEBOOK);
  await expect(page.getByText(SENTENCE)).toContainText('inside Facebook.');
  await expect(page.getByRole('link', { name: 'Open in your browser' })).toHaveAttribute(
    'href',
    `intent://${new URL(grow.url).host}/login#Intent;scheme=http;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`,
  );
  await new LoginPage(page).signInAs('Harpreet Singh');
  await expect(page).toHaveURL('/dashboard');
  await page.context().close();
});

test('inside an app elsewhere the address is copied, and the result is said', async ({ browser, grow }) => {
  const page = await loginInside(browser, grow, IPHONE_WEB_VIEW, ['clipboard-read', 'clipboard-write']);
  await expect(page.getByText(SENTENCE)).toContainText('inside another app.');
  await expect(page.getByRole('link', { name: 'Open in your browser' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Copy the address' }).click();
  await expect(page.getByText('Copied. Open your browser and paste it there.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${grow.url}/login`);
  await page.context().close();
});

test('without a clipboard the address is shown as text to press and hold', async ({ browser, grow }) => {
  const page = await loginInside(browser, grow, IPHONE_WEB_VIEW);
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.getByRole('button', { name: 'Copy the address' }).click();
  await expect(page.getByText('It could not be copied. Press and hold the address above.')).toBeVisible();
  await expect(page.getByText(`${grow.url}/login`)).toBeVisible();
  await page.context().close();
});

test('a true browser is told nothing of apps', async ({ page }) => {
  await page.goto('/login');
  await expect(new LoginPage(page).google).toBeVisible();
  await expect(page.getByText(SENTENCE)).toHaveCount(0);
});
