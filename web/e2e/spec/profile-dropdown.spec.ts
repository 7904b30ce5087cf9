import { expect, test } from '../grow-test';
import { AppHeader } from '../pages/app-header';
import { BOTH_WIDTHS } from '../tags';

/** Menu items (section 2) in their order, with their paths. */
const ITEMS = [
  ['Profile', '/profile'],
  ['NPK Update', '/npk'],
  ['My Crops', '/manage-crops'],
  ['Sow Crop', '/add'],
  ['Sowed Crops', '/my-sowing'],
  ['Total Demand', '/demand'],
  ['Crops Description', '/crop-list'],
  ['Sign Out', '/login'],
] as const;

test(
  'Items: Profile (/profile), NPK Update (/npk), My Crops (/manage-crops), Sow Crop (/add), Sowed Crops (/my-sowing), Total Demand (/demand), Crops Description (/crop-list), Sign Out',
  BOTH_WIDTHS,
  async ({ signedIn: page }) => {
    await page.goto('/dashboard');
    const header = new AppHeader(page);
    await header.menuButton.click();
    await expect(header.menu.getByRole('listitem')).toHaveText(ITEMS.map(([name]) => name));
    await page.keyboard.press('Escape');
    for (const [name, path] of ITEMS) {
      await header.choose(name);
      await expect(page).toHaveURL(path);
      await expect(header.menu).toHaveCount(0);
    }
  },
);

test('Sign Out signs the user out, clears the user and goes to /login, replacing history', async ({
  signedIn: page,
}) => {
  await page.goto('/dashboard');
  const header = new AppHeader(page);
  await header.choose('Profile');
  await expect(page).toHaveURL('/profile');
  const steps = await page.evaluate(() => history.length);
  await header.choose('Sign Out');
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => history.length)).toBe(steps);
  await expect(page.getByRole('button', { name: /^Menu of/ })).toHaveCount(0);
  expect(await (await page.request.get('/api/v1/session')).json()).toEqual({ user: null });
  await page.goBack();
  await expect(page).toHaveURL('/login');
});

test('Sign Out goes to /login from a public screen too', async ({ signedIn: page }) => {
  await page.goto('/demand');
  await new AppHeader(page).choose('Sign Out');
  await expect(page).toHaveURL('/login');
});

test('The dropdown closes on a click outside it', BOTH_WIDTHS, async ({ signedIn: page }) => {
  await page.goto('/dashboard');
  const header = new AppHeader(page);
  await header.menuButton.click();
  await expect(header.menu).toBeVisible();
  await page.getByRole('contentinfo').click({ position: { x: 5, y: 5 } });
  await expect(header.menu).toHaveCount(0);
});

test('Sign-out failure: Logged, and the farmer is told and stays', async ({ signedIn: page }) => {
  await page.goto('/dashboard');
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.route('**/api/v1/session', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  );
  await new AppHeader(page).choose('Sign Out');
  await expect(page.getByRole('alert')).toContainText('You could not be signed out.');
  await expect(page).toHaveURL('/dashboard');
  expect(logged.some((line) => line.startsWith('Sign-out failed'))).toBe(true);
});
