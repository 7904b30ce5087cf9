import type { Page } from '@playwright/test';
import { expect, signIn, test } from './grow-test';
import { AppHeader } from './pages/app-header';
import { ProfileFormPage } from './pages/record-pages';
import { SowPage } from './pages/sow-page';

const SOMEBODY_ELSE = 'Somebody else is signed in now. Nothing was saved.';

const notice = (page: Page) => page.getByRole('dialog', { name: 'What Grow keeps about you, and why' });

/** Opens a form of the first farmer and waits for the consent dialog. */
async function waitForConsent(page: Page) {
  await page.goto('/ftl');
  const form = new ProfileFormPage(page);
  await form.number.fill('98765 43210');
  await form.place.fill('Madurai');
  await form.submit.click();
  await notice(page).getByRole('button', { name: 'Read it all' }).click();
  await expect(notice(page)).toContainText('Your phone number');
}

test('a consent that waits is not given in the name of who signed in meanwhile, and the screen follows them', async ({
  page,
  context,
  farmer,
}) => {
  // A frozen tab receives no messages.
  await page.addInitScript(() => {
    BroadcastChannel.prototype.postMessage = () => {};
    Object.defineProperty(BroadcastChannel.prototype, 'onmessage', { set: () => {} });
  });
  await signIn(page, farmer);
  await waitForConsent(page);
  const other = await context.newPage();
  await signIn(other, { name: 'Next', email: `next-${farmer.email}` });
  await other.goto('/dashboard');
  await expect(new AppHeader(other).menuButton).toContainText('next-');

  await notice(page).getByRole('button', { name: 'I agree' }).click();
  await expect(page.getByRole('alert').filter({ hasText: SOMEBODY_ELSE })).toBeVisible();
  await expect(new AppHeader(page).menuButton).toContainText('next-');
  await expect(notice(page)).toHaveCount(0);
  await expect(new ProfileFormPage(page).number).toHaveValue('');
  expect((await (await page.request.get('/api/v1/me/consent')).json()).is_given).toBe(false);
  expect((await (await page.request.get('/api/v1/me/profile')).json()).number).toBe('');
});

test('a consent that waits goes away when somebody else signs in in another tab', async ({
  page,
  context,
  farmer,
}) => {
  await signIn(page, farmer);
  await waitForConsent(page);
  const other = await context.newPage();
  await signIn(other, { name: 'Next', email: `next-${farmer.email}` });
  await other.goto('/dashboard');
  await expect(notice(page)).toHaveCount(0);
  await expect(new AppHeader(page).menuButton).toContainText('next-');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('Sign Out aborts what is open and leaves nothing of the farmer behind', async ({ signedIn: page }) => {
  await page.goto('/dashboard');
  // The answer never arrives, so the sowing stays on the phone.
  await page.route('**/api/v1/me/sowings', (route) =>
    route.request().method() === 'POST' ? new Promise(() => {}) : route.continue(),
  );
  await new AppHeader(page).choose('Sow Crop');
  const sow = new SowPage(page);
  await sow.crop.selectOption('GROUNDNUT');
  await sow.fieldSize.fill('1.25');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await sow.submit.click();
  await sent;
  const aborted = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/me/sowings'));
  await new AppHeader(page).choose('Sign Out');
  const question = page.getByRole('dialog', { name: 'Sign out before they are sent?' });
  await expect(question).toContainText('One entry is only on this phone.');
  await question.getByRole('button', { name: 'Sign Out' }).click();
  await aborted;
  await expect(page).toHaveURL('/login');
  const left = () =>
    page.evaluate(async () => ({
      tab: Object.keys(sessionStorage),
      // The number of the unsent entries, which stay for the same farmer.
      device: Object.keys(localStorage).filter(
        (key) => key !== 'grow-background' && !key.startsWith('grow-unsent-'),
      ),
      caches: await caches.keys(),
      databases: await Promise.all(
        (await indexedDB.databases()).map(
          ({ name }) =>
            new Promise<number>((found) => {
              const opening = indexedDB.open(name ?? '');
              opening.onsuccess = () => {
                const count = opening.result.transaction('user').objectStore('user').count();
                count.onsuccess = () => found(count.result);
              };
            }),
        ),
      ),
    }));
  // This cache has the language of the app, and nothing of a farmer.
  // The note of the sign-out goes with the server's answer.
  await expect.poll(left).toEqual({ tab: [], device: [], caches: ['grow-settings'], databases: [0] });
  await expect(page.getByRole('alert')).toHaveCount(0);
});
