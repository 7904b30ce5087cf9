import { expect, test } from './grow-test';
import { AppHeader } from './pages/app-header';
import { LoginPage } from './pages/login-page';

const GUARDED = [
  '/dashboard',
  '/profile',
  '/ftl',
  '/npk',
  '/place',
  '/add',
  '/manage-crops',
  '/my-sowing',
  '/rec-known',
  '/rec-sc',
  '/crop-list',
  '/crop-detail/paddy',
];

test('signed out, every path but /ppt, /login and /demand leads to /demand', async ({ page }) => {
  for (const path of ['/', ...GUARDED, '/no/such/place']) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/demand');
  }
  for (const [path, heading] of [
    ['/ppt', 'Presentation'],
    ['/login', 'Farmer Login'],
    ['/demand', 'Welcome Guest'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page).toHaveURL(path);
  }
});

test('signed in, / and /login lead to /dashboard and every screen has its title', async ({
  signedIn: page,
}) => {
  for (const path of ['/', '/login', '/no/such/place']) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/dashboard');
  }
  for (const path of [...GUARDED, '/demand', '/ppt']) {
    await page.goto(path);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    await expect(page).toHaveURL(path);
    // The heading of a crop changes when its entry arrives.
    await expect(async () => {
      expect(await page.title()).toBe(`${await heading.textContent()} · Grow`);
    }).toPass();
  }
});

test('while the session resolves a full-screen overlay says so', async ({ page }) => {
  let answer = () => {};
  const held = new Promise<void>((release) => {
    answer = release;
  });
  await page.route('**/api/v1/session', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/demand');
  await expect(page.getByText('Loading, please wait...')).toBeVisible();
  answer();
  await expect(page.getByText('Loading, please wait...')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Welcome Guest' })).toBeVisible();
});

test('a guarded screen that loses its user leads to /login and afterwards back', async ({
  signedIn: page,
}) => {
  await page.goto('/npk');
  await expect(page.getByLabel('Nitrogen (N)')).toBeVisible();
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Update NPK' }).click();
  await expect(page).toHaveURL('/login');
  await new LoginPage(page).signInAs('Harpreet Singh');
  await expect(page).toHaveURL('/npk');
});

test('signing out in another tab leads this one to /login', async ({ signedIn: page, context }) => {
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/dashboard');
  await new AppHeader(other).choose('Sign Out');
  await expect(other).toHaveURL('/login');
  await expect(page).toHaveURL('/login');
});

test('Sign Out replaces the history: back does not show the screen again', async ({ signedIn: page }) => {
  await page.goto('/profile');
  await new AppHeader(page).choose('Sign Out');
  await expect(page).toHaveURL('/login');
  await page.goBack();
  await expect(page).not.toHaveURL('/profile');

  await page.goto('/login');
  await new LoginPage(page).signInAs('Harpreet Singh');
  await expect(page).toHaveURL('/dashboard');
});

test('a sign-out that fails is said, and the farmer stays', async ({ signedIn: page }) => {
  await page.route('**/api/v1/session', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  );
  await new AppHeader(page).choose('Sign Out');
  await expect(page.getByRole('alert')).toContainText('You could not be signed out.');
  await expect(page).toHaveURL('/dashboard');
});
