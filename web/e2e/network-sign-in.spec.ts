import type { Locator, Page } from '@playwright/test';
import { NETWORK_SIGN_IN, networkWantsSignIn, noticeNetwork } from './answers';
import { expect, ON_FIRST_OF_JULY, signIn, test } from './grow-test';
import { AppHeader } from './pages/app-header';
import { sowingsTable } from './pages/crop-table';

/** A network that wants a sign-in answers in place of Grow, with its page and the status 200. */

test.use({ settings: ON_FIRST_OF_JULY });

const KEPT = 'Kept on this phone, not sent yet.';
const told = (where: Page | Locator) => where.getByRole('alert').filter({ hasText: NETWORK_SIGN_IN });
const succeeded = (page: Page, sentence: string) =>
  expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible();

test('a sign-out that only the network answered is done later', async ({ signedIn: page }) => {
  const online = await networkWantsSignIn(page, '**/api/v1/session', 'DELETE');
  await page.goto('/dashboard');
  await new AppHeader(page).choose('Sign Out');
  await expect(page).toHaveURL('/login');
  const isSignedIn = async () => (await (await page.request.get('/api/v1/session')).json()).user !== null;
  expect(await isSignedIn()).toBe(true);
  await online();
  await page.reload();
  await expect.poll(isSignedIn).toBe(false);
  await expect(page).toHaveURL('/login');
});

test('an account is not said to be closed while it stands', async ({ signedIn: page }) => {
  const online = await networkWantsSignIn(page, '**/api/v1/me', 'DELETE');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('To go on, type DELETE').fill('DELETE');
  await dialog.getByRole('button', { name: 'Delete everything' }).click();
  await expect(told(dialog)).toBeVisible();
  await expect(page).toHaveURL('/profile');
  await online();
  await dialog.getByRole('button', { name: 'Delete everything' }).click();
  await succeeded(page, 'Your account is closed.');
});

test('a sowing is not said to be withdrawn while it stands', async ({ signedIn: page }) => {
  const headers = { 'Idempotency-Key': 'network-sign-in-sowing' };
  await page.request.post('/api/v1/me/sowings', { headers, data: { crop: 'ragi', field_size_ha: 1 } });
  const online = await networkWantsSignIn(page, '**/api/v1/me/sowings/*', 'DELETE');
  await page.goto('/my-sowing');
  await page.getByRole('button', { name: 'Withdraw RAGI' }).click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw this sowing?' });
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await succeeded(page, KEPT);
  await expect(sowingsTable(page).rows).toHaveCount(1);
  await online();
  await noticeNetwork(page);
  await succeeded(page, 'The sowing was withdrawn.');
});

test('a plan is not said to be dropped while it stands', async ({ signedIn: page }) => {
  const headers = { 'Idempotency-Key': 'network-sign-in-plan' };
  const data = { crop: 'groundnut', field_size_ha: 1 };
  const planned = await page.request.post('/api/v1/me/intentions', { headers, data });
  expect(planned.status(), await planned.text()).toBe(201);
  const online = await networkWantsSignIn(page, '**/api/v1/me/intentions/*', 'DELETE');
  await page.goto('/advice');
  await page.getByRole('button', { name: 'Drop the plan: groundnut' }).click();
  const dialog = page.getByRole('dialog', { name: 'Drop this plan?' });
  await dialog.getByRole('button', { name: 'Drop' }).click();
  await succeeded(page, KEPT);
  await online();
  await noticeNetwork(page);
  await succeeded(page, 'The plan was dropped.');
});

test('an agreement is not said to be taken back while it stands', async ({ signedIn: page }) => {
  const online = await networkWantsSignIn(page, '**/api/v1/me/consent', 'DELETE');
  await page.goto('/profile');
  const takeBack = page.getByRole('button', { name: 'Take my agreement back' });
  await takeBack.click();
  await expect(told(page)).toBeVisible();
  await online();
  await takeBack.click();
  await succeeded(page, 'You took your agreement back.');
});

test('other sessions are not said to be ended while they last', async ({
  signedIn: page,
  farmer,
  browser,
}) => {
  const elsewhere = await browser.newContext();
  await signIn(await elsewhere.newPage(), farmer);
  const online = await networkWantsSignIn(page, '**/api/v1/me/sessions{,/*}', 'DELETE');
  await page.goto('/profile');
  const everywhere = page.getByRole('button', { name: 'Sign out everywhere else' });
  const there = page.getByRole('button', { name: /^Sign out (?!everywhere|of this)/ });
  await there.click();
  await expect(told(page)).toHaveCount(1);
  await everywhere.click();
  await expect(told(page)).toHaveCount(2);
  await online();
  await there.click();
  await expect(there).toHaveCount(0);
  await elsewhere.close();
});
