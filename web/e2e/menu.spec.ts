import { expect, test } from './grow-test';
import { AppHeader } from './pages/app-header';
import { BOTH_WIDTHS } from './tags';

test(
  'the menu is a list of links behind a button: Tab goes through it, Escape leads back',
  BOTH_WIDTHS,
  async ({ signedIn: page }) => {
    const header = new AppHeader(page);
    await page.goto('/dashboard');
    await header.menuButton.focus();
    await page.keyboard.press('Enter');
    await expect(header.menuButton).toHaveAttribute('aria-expanded', 'true');
    await expect(header.menuButton).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(header.item('Profile')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(header.item('NPK Update')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(header.menu).toHaveCount(0);
    await expect(header.menuButton).toBeFocused();
    await expect(header.menuButton).toHaveAttribute('aria-expanded', 'false');

    await page.keyboard.press('Enter');
    await header.item('Sign Out').focus();
    await page.keyboard.press('Tab');
    await expect(header.menu).toHaveCount(0);
    await expect(page.getByRole('menu')).toHaveCount(0);
  },
);

test('a menu that could not be loaded leaves the screen as it is, and is loaded at a press', async ({
  signedIn: page,
}) => {
  await page.route('**/assets/profile-menu-*.js', (route) => route.abort());
  await page.goto('/npk');
  const load = page.getByRole('button', { name: 'Load the menu' });
  await expect(load).toBeVisible();
  await expect(page.getByLabel('Nitrogen (N)')).toBeVisible();
  await page.unroute('**/assets/profile-menu-*.js');
  await load.click();
  await expect(new AppHeader(page).menuButton).toBeVisible();
  await expect(load).toHaveCount(0);
});
