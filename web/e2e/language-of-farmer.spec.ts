import type { Page } from '@playwright/test';
import { agree, expect, signIn, test } from './grow-test';

/** The choice of the language. Its label is in the language of the screen. */
const chooser = (page: Page) => page.getByRole('banner').getByRole('combobox');

test('the choice is kept on the record, and follows the farmer to another browser', async ({
  page,
  farmer,
  browser,
  baseURL,
}) => {
  await signIn(page, farmer);
  await agree(page);
  await page.goto('/npk');
  const saved = page.waitForResponse('**/api/v1/me/language');
  await chooser(page).selectOption('hi');
  expect((await saved).status()).toBe(204);

  const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) });
  const other = await elsewhere.newPage();
  await signIn(other, farmer);
  await other.goto('/npk');
  await expect(other.locator('html')).toHaveAttribute('lang', 'hi');
  await expect(chooser(other)).toHaveValue('hi');
  await elsewhere.close();
});

test('without an agreement the choice stays in the browser', async ({ page, farmer }) => {
  await signIn(page, farmer);
  await page.goto('/npk');
  const refused = page.waitForResponse('**/api/v1/me/language');
  await chooser(page).selectOption('ta');
  expect((await refused).status()).toBe(403);
  await expect(page.locator('html')).toHaveAttribute('lang', 'ta');
  await expect(page.getByRole('alert')).toHaveCount(0);
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === 'grow_language')?.value).toBe('ta');
});
