import { holdBack } from '../answers';
import { expect, ignorePageAnswers, signIn, test } from '../grow-test';
import { AppHeader } from '../pages/app-header';
import { LoginPage } from '../pages/login-page';
import { BOTH_WIDTHS } from '../tags';

const WITHIN_A_SECOND = { timeout: 1_000 };

test(
  "While the sign-in state is resolving, a full-screen blurred overlay shows a centred spinner and the text 'Loading, please wait...'",
  BOTH_WIDTHS,
  async ({ page }) => {
    await ignorePageAnswers(page);
    const answer = await holdBack(page, '**/api/v1/session');
    await page.goto('/demand');
    const overlay = page.getByRole('status').filter({ hasText: 'Loading, please wait...' });
    await expect(overlay).toHaveText('Loading, please wait...');
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, width, height });
    await expect(overlay).toHaveCSS('backdrop-filter', /^blur\(/);
    const spinner = await overlay.locator('div').boundingBox();
    // While it turns, its box is up to 1.5 times as wide. The centre does not move.
    expect((spinner?.x ?? 0) + (spinner?.width ?? 0) / 2).toBeCloseTo(width / 2, 0);
    expect(Math.abs((spinner?.y ?? 0) - height / 2)).toBeLessThan(80);
    answer();
    await expect(overlay).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Welcome Guest' })).toBeVisible();
  },
);

test('The signed-in user is held app-wide, and is either absent or the user object', async ({
  page,
  farmer,
}) => {
  await page.goto('/demand');
  await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toBeVisible();
  expect(await (await page.request.get('/api/v1/session')).json()).toEqual({ user: null });
  await signIn(page, farmer);
  await page.goto('/dashboard');
  const header = new AppHeader(page);
  for (const item of ['Total Demand', 'Crops Description', 'NPK Update']) {
    await header.choose(item);
    await expect(header.menuButton).toContainText('farmer-');
    await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toHaveCount(0);
  }
});

test(
  'The state follows what other tabs report: signed in there, signed in here within a second',
  BOTH_WIDTHS,
  async ({ page, context }) => {
    await page.goto('/login');
    await expect(new LoginPage(page).google).toBeVisible();
    const other = await context.newPage();
    await other.goto('/login');
    await new LoginPage(other).signInAs('Harpreet Singh');
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Welcome Harpreet Singh');
    await expect(page).toHaveURL('/dashboard', WITHIN_A_SECOND);
  },
);

test('The state follows what other tabs report: signed out there, at /login here within a second', async ({
  signedIn: page,
  context,
}) => {
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/dashboard');
  await new AppHeader(other).choose('Sign Out');
  await expect(other).toHaveURL('/login');
  await expect(page).toHaveURL('/login', WITHIN_A_SECOND);
});

test(
  'A session that ends while a form is saved leads to /login, and after signing in back to the form',
  BOTH_WIDTHS,
  async ({ signedIn: page }) => {
    await page.goto('/npk');
    await expect(page.getByLabel('Nitrogen (N)')).toBeVisible();
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Update NPK' }).click();
    await expect(page).toHaveURL('/login');
    await new LoginPage(page).signInAs('Harpreet Singh');
    await expect(page).toHaveURL('/npk');
  },
);
