import type { Page } from '@playwright/test';
import { holdBack } from '../answers';
import { expect, ignorePageAnswers, signIn, test } from '../grow-test';
import { AppHeader } from '../pages/app-header';

/** Storage places in their order, each with those that the browser refuses before it. */
const PLACES = [
  { place: 'browser database', shut: [] },
  { place: 'local storage', shut: ['indexedDB'] },
  { place: 'session storage', shut: ['indexedDB', 'localStorage'] },
] as const;
type PlaceName = (typeof PLACES)[number]['place'];

const shutIn = (page: Page, names: readonly string[]) =>
  page.addInitScript((shut) => {
    for (const name of shut) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Storage is disabled', 'SecurityError');
        },
      });
    }
  }, names);

/** Returns the places that contain the user. */
const keptIn = (page: Page): Promise<PlaceName[]> =>
  page.evaluate(async () => {
    const inStorage = (storage: () => Storage) => {
      try {
        return storage().getItem('grow-user') !== null;
      } catch {
        return false;
      }
    };
    const inDatabase = () =>
      new Promise<boolean>((found) => {
        try {
          const opening = indexedDB.open('grow');
          // Abort the creation, so that reading does not create a database.
          opening.onupgradeneeded = () => opening.transaction?.abort();
          opening.onerror = () => found(false);
          opening.onsuccess = () => {
            const asked = opening.result.transaction('user').objectStore('user').count();
            asked.onsuccess = () => {
              opening.result.close();
              found(asked.result > 0);
            };
          };
        } catch {
          found(false);
        }
      });
    const places: PlaceName[] = [];
    if (await inDatabase()) places.push('browser database');
    if (inStorage(() => localStorage)) places.push('local storage');
    if (inStorage(() => sessionStorage)) places.push('session storage');
    return places;
  });

const keptAtLast = (page: Page) => expect.poll(() => keptIn(page));

for (const { place, shut } of PLACES) {
  test(`Persistence order: the user is kept in the ${place}${shut.length > 0 ? `, when ${shut.join(' and ')} cannot be used` : ''}`, async ({
    page,
    context,
    farmer,
  }) => {
    await shutIn(page, shut);
    await signIn(page, farmer);
    await page.goto('/dashboard');
    await keptAtLast(page).toEqual([place]);
    await page.goto('/npk');

    await ignorePageAnswers(page);
    const answer = await holdBack(page, '**/api/v1/session');
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome farmer-/);
    await expect(new AppHeader(page).menuButton).toContainText('farmer-');
    answer();

    const other = await context.newPage();
    await shutIn(other, shut);
    await other.goto('/profile');
    await keptAtLast(other).toEqual([place]);
    await new AppHeader(page).choose('Sign Out');
    await expect(page).toHaveURL('/login');
    await expect(other).toHaveURL('/login');
    for (const tab of [page, other]) await keptAtLast(tab).toEqual([]);
  });
}

test('A sign-out that the server hears late ends in every tab, also where tabs share no storage', async ({
  page,
  context,
  farmer,
}) => {
  await signIn(page, farmer);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await shutIn(tab, ['indexedDB', 'localStorage']);
    await tab.goto('/profile');
  }
  let hear = () => {};
  const heard = new Promise<void>((now) => {
    hear = now;
  });
  await page.route('**/api/v1/session', async (route) => {
    if (route.request().method() === 'DELETE') await heard;
    await route.continue();
  });
  const asked = other.waitForResponse((answer) => answer.url().endsWith('/api/v1/session'));
  await new AppHeader(page).choose('Sign Out');
  await expect(page).toHaveURL('/login');
  await asked;
  await expect(other).toHaveURL('/profile');
  hear();
  await expect(other).toHaveURL('/login');
  for (const tab of [page, other]) await keptAtLast(tab).toEqual([]);
});

test('The kept user is shown as long as the server cannot be asked', async ({ signedIn: page }) => {
  await page.goto('/dashboard');
  await keptAtLast(page).toEqual(['browser database']);
  await ignorePageAnswers(page);
  await page.route('**/api/v1/session', (route) => route.fulfill({ status: 503, body: 'later' }));
  await page.goto('/npk');
  await expect(page.getByRole('heading', { name: 'Update NPK Values' })).toBeVisible();
  await page.goto('/demand');
  await expect(new AppHeader(page).menuButton).toContainText('farmer-');
});

test("The server's answer wins: a session that has ended leads to /login, and nobody is kept", async ({
  signedIn: page,
  context,
}) => {
  await page.goto('/dashboard');
  await keptAtLast(page).toEqual(['browser database']);
  await context.clearCookies();
  await ignorePageAnswers(page);
  // Any answer tells that the session has ended.
  const answer = await holdBack(page, '**/api/v1/**');
  await page.goto('/crop-list');
  await expect(page.getByRole('heading', { level: 1, name: 'Crops Description' })).toBeVisible();
  answer();
  await expect(page).toHaveURL('/login');
  await keptAtLast(page).toEqual([]);
});

test("The server's answer wins: who is signed in now takes the place of who was kept", async ({
  signedIn: page,
  browser,
  context,
  grow,
}) => {
  await page.goto('/dashboard');
  await keptAtLast(page).toEqual(['browser database']);
  const elsewhere = await browser.newContext({ baseURL: grow.url });
  await signIn(await elsewhere.newPage(), { name: 'Another', email: 'another-farmer@example.org' });
  await context.addCookies(await elsewhere.cookies());
  await elsewhere.close();
  await ignorePageAnswers(page);
  const answer = await holdBack(page, '**/api/v1/session');
  await page.goto('/demand');
  const menu = new AppHeader(page).menuButton;
  await expect(menu).toContainText('farmer-');
  answer();
  await expect(menu).toContainText('another-farmer');
});

test('A guest is asked about as before: nobody is kept, and the overlay waits for the server', async ({
  page,
}) => {
  await page.goto('/demand');
  await expect(page.getByRole('heading', { name: 'Welcome Guest' })).toBeVisible();
  await ignorePageAnswers(page);
  const answer = await holdBack(page, '**/api/v1/session');
  await page.goto('/demand');
  await expect(page.getByText('Loading, please wait...')).toBeVisible();
  answer();
  await expect(page.getByRole('heading', { name: 'Welcome Guest' })).toBeVisible();
  expect(await keptIn(page)).toEqual([]);
});

test('Signing out of a session that was already gone forgets the user, too', async ({ signedIn: page }) => {
  await page.goto('/dashboard');
  await keptAtLast(page).toEqual(['browser database']);
  await page.route('**/api/v1/session', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({
          status: 401,
          contentType: 'application/problem+json',
          json: { type: 'not-signed-in', title: 'Not signed in', status: 401, detail: 'Please sign in.' },
        })
      : route.continue(),
  );
  await new AppHeader(page).choose('Sign Out');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await keptAtLast(page).toEqual([]);
});

test('A sign-out without a network forgets the user at once, and is done with the network', async ({
  signedIn: page,
}) => {
  await page.goto('/dashboard');
  await keptAtLast(page).toEqual(['browser database']);
  await page.route('**/api/v1/session', (route) => route.abort());
  await new AppHeader(page).choose('Sign Out');
  await expect(page).toHaveURL('/login');
  await keptAtLast(page).toEqual([]);
  await page.reload();
  await expect(page).toHaveURL('/login');
  await page.unroute('**/api/v1/session');
  const ended = page.waitForResponse(
    (answer) => answer.request().method() === 'DELETE' && answer.url().endsWith('/api/v1/session'),
  );
  await page.reload();
  expect((await ended).status()).toBe(204);
  expect((await (await page.request.get('/api/v1/session')).json()).user).toBeNull();
});
