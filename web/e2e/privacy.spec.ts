import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { fillRecord } from './full-record';
import { agree, expect, signIn, tapTwice, test } from './grow-test';
import { sowingsTable } from './pages/crop-table';
import { SOWN, SowPage } from './pages/sow-page';
import { BOTH_STORES } from './tags';

const NOTHING_SAVED =
  'Nothing was saved, because you have not agreed to what Grow keeps. Your entries are still here.';

const notice = (page: Page) => page.getByRole('dialog', { name: 'What Grow keeps about you, and why' });
/** Opens a form and waits for the consent request. */
async function openKnowingConsent(page: Page, path: string): Promise<void> {
  const known = page.waitForResponse('**/api/v1/me/consent');
  await page.goto(path);
  await (await known).finished();
}

const ownData = (page: Page) => page.getByRole('region', { name: 'Your data' });

test('the sign-in screen says what a sign-in stores, and shows the whole notice', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByText('Signing in keeps your name, e-mail address and picture.')).toBeVisible();
  await page.getByRole('button', { name: 'What Grow keeps, and why' }).click();
  await expect(notice(page)).toContainText('You can take your agreement back at any time, on your profile');
  await expect(notice(page)).not.toContainText('Your phone number');
  await notice(page).getByRole('button', { name: 'Read it all' }).click();
  await expect(notice(page)).toContainText('Your phone number');
  await expect(notice(page)).toContainText('Version 9 of this notice');
  await expect(notice(page).getByRole('button', { name: 'I agree' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(notice(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'What Grow keeps, and why' })).toBeFocused();
  await expect(page).toHaveURL('/login');
});

test('before the first personal write the notice asks: not now saves nothing and keeps the form, I agree saves what was sent', async ({
  page,
  farmer,
}) => {
  const answers: number[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'PUT' && response.url().endsWith('/me/profile'))
      answers.push(response.status());
  });
  await signIn(page, farmer);
  await openKnowingConsent(page, '/ftl');
  await page.getByLabel('Number').fill('98765 43210');
  await page.getByLabel('Place').fill('Madurai');
  await page.getByRole('button', { name: 'Submit' }).click();
  await notice(page).getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByRole('alert')).toHaveText(NOTHING_SAVED);
  await expect(page.getByLabel('Number')).toHaveValue('98765 43210');
  await expect(page.getByLabel('Place')).toHaveValue('Madurai');
  expect((await (await page.request.get('/api/v1/me/profile')).json()).number).toBe('');

  await page.getByRole('button', { name: 'Submit' }).click();
  await notice(page).getByRole('button', { name: 'I agree' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'User data saved!' })).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  expect((await (await page.request.get('/api/v1/me/profile')).json()).number).toBe('+91 98765 43210');
  expect(answers, 'nothing is sent that would be refused').toEqual([200]);

  // After the consent, the dialog does not return.
  await page.goto('/npk');
  await page.getByRole('button', { name: 'Update NPK' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'NPK updated successfully!' })).toBeVisible();
});

test('if the consent is unknown, a refused sowing asks for it, and is then saved once', async ({
  page,
  farmer,
}) => {
  await page.route('**/api/v1/me/consent', (route) =>
    route.request().method() === 'GET' ? route.abort('connectionreset') : route.continue(),
  );
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/me/sowings'))
      keys.push(request.headers()['idempotency-key'] ?? '');
  });
  await signIn(page, farmer);
  await page.goto('/add');
  const sow = new SowPage(page);
  await sow.crop.selectOption('GROUNDNUT');
  await sow.fieldSize.fill('1.25');
  await sow.submit.click();
  await notice(page).getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByRole('alert')).toHaveText(NOTHING_SAVED);
  await sow.submit.click();
  await notice(page).getByRole('button', { name: 'I agree' }).click();
  await expect(page.getByRole('status').filter({ hasText: SOWN })).toBeVisible();
  expect(keys).toHaveLength(3);
  expect(new Set(keys.slice(1)).size, 'sent again as the same sowing').toBe(1);
  await page.goto('/my-sowing');
  await expect(sowingsTable(page).rows).toHaveCount(1);
});

test('a crop without consent is not shown as known', async ({ page, farmer }) => {
  await signIn(page, farmer);
  await page.goto('/manage-crops');
  const maize = page.getByRole('button', { name: 'Maize', exact: true });
  await maize.click();
  await notice(page).getByRole('button', { name: 'Not now' }).click();
  await expect(maize).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('alert')).toContainText(NOTHING_SAVED);
  await maize.click();
  await notice(page).getByRole('button', { name: 'I agree' }).click();
  await expect(maize).toHaveAttribute('aria-pressed', 'true');
});

test(
  'the agreement is taken back with one tap, and nothing is computed until it is given again',
  BOTH_STORES,
  async ({ signedIn: page, grow }) => {
    await fillRecord(page.request, grow.url);
    await page.goto('/profile');
    await expect(ownData(page)).toContainText('You read it in English.');
    await ownData(page).getByRole('button', { name: 'Take my agreement back' }).click();
    await expect(ownData(page)).toContainText('Nothing more is saved or computed');
    await expect(ownData(page).getByRole('button', { name: 'Delete my account' })).toBeVisible();

    await page.goto('/rec-known');
    await expect(page.getByText('so the crops that you know are not compared')).toBeVisible();
    await page.goto('/rec-sc');
    await expect(page.getByText('so nothing is computed from your place and soil')).toBeVisible();
    await page.getByRole('button', { name: 'Read and agree' }).click();
    await notice(page).getByRole('button', { name: 'I agree' }).click();
    await expect(page.getByText('Total Crops')).toBeVisible();
    await page.goto('/rec-known');
    await expect(page.getByText('Total Recommendations')).toBeVisible();
  },
);

test(
  'a farmer downloads all their data, for a spreadsheet and for a program',
  BOTH_STORES,
  async ({ signedIn: page, grow, farmer }) => {
    await fillRecord(page.request, grow.url);
    await page.goto('/profile');
    for (const [name, file, wanted] of [
      ['Download my data (JSON)', 'grow-my-data.json', `"email":"${farmer.email}"`],
      ['Download my sowings (table)', 'grow-my-sowings.csv', 'id,crop,crop_name,'],
    ] as const) {
      const downloads = page.waitForEvent('download');
      await ownData(page).getByRole('link', { name }).click();
      const download = await downloads;
      expect(download.suggestedFilename()).toBe(file);
      expect(await readFile(await download.path(), 'utf8')).toContain(wanted);
    }
  },
);

test(
  'an account is deleted by typing the word: signed out everywhere, and nothing is left',
  BOTH_STORES,
  async ({ signedIn: page, context, farmer, grow }) => {
    await fillRecord(page.request, grow.url);
    const other = await context.newPage();
    await other.goto('/my-sowing');
    await expect(sowingsTable(other).rows).toHaveCount(3);

    await page.goto('/profile');
    await ownData(page).getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await expect(dialog).toContainText('your sowings leave the figures that everyone sees');
    const confirm = dialog.getByRole('button', { name: 'Delete everything' });
    await expect(confirm).toBeDisabled();
    await dialog.getByRole('button', { name: 'Keep my account' }).click();
    await expect(dialog).toHaveCount(0);
    await ownData(page).getByRole('button', { name: 'Delete my account' }).click();
    await dialog.getByLabel('To go on, type DELETE').fill('DELETE');
    await confirm.click();

    await expect(page).toHaveURL('/login');
    const done = page
      .getByRole('status')
      .filter({ hasText: 'Your account is closed. What Grow kept about you is being deleted now.' });
    await expect(done).toBeVisible();
    await expect(other).toHaveURL('/login');
    expect(await (await page.request.get('/api/v1/session')).json()).toEqual({ user: null });

    await signIn(page, farmer);
    await agree(page);
    const record = await (await page.request.get('/api/v1/me/profile')).json();
    expect([record.number, record.known_crops]).toEqual(['', []]);
    await other.close();
  },
);

test('two taps on Delete everything send one request', async ({ signedIn: page }) => {
  let sent = 0;
  await page.route('**/api/v1/me', (route) => {
    sent += 1;
    return route.fulfill({ status: 503, json: { type: 'unavailable' } });
  });
  await page.goto('/profile');
  await ownData(page).getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('To go on, type DELETE').fill('DELETE');
  await dialog.getByRole('button', { name: 'Delete everything' }).evaluate(tapTwice);
  await expect(dialog.getByRole('alert')).toContainText('Our store cannot be reached right now.');
  expect(sent).toBe(1);
});

test('a sowing whose notice cannot be loaded waits for the agreement, and is recorded once after it', async ({
  page,
  farmer,
}) => {
  await signIn(page, farmer);
  const chunk = '**/assets/notice-dialog-*.js';
  await page.route(chunk, (route) => route.abort());
  await openKnowingConsent(page, '/add');
  const form = new SowPage(page);
  await form.crop.selectOption({ label: 'MAIZE' });
  await form.fieldSize.fill('2');
  await form.submit.click();
  await expect(page.getByRole('status').getByText('Kept on this phone, not sent yet.')).toBeVisible();
  await page.unroute(chunk);
  await page.goto('/add');
  const waiting = page.getByRole('region', { name: 'Not sent yet' });
  await expect(waiting).toContainText('It waits for your yes');
  await expect(form.crop).toHaveValue('');
  await waiting.getByRole('button', { name: 'Read and agree' }).click();
  await notice(page).getByRole('button', { name: 'I agree' }).click();
  await expect(waiting).toHaveCount(0);
  const { items } = await (await page.request.get('/api/v1/me/sowings')).json();
  expect(items).toHaveLength(1);
});
