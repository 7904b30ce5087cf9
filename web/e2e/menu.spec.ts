import { expect, test } from './grow-test';
import { AppHeader } from './pages/app-header';
import { BOTH_WIDTHS } from './tags';

test('arrows, Home, End and Escape work as in every menu', BOTH_WIDTHS, async ({ signedIn: page }) => {
  const header = new AppHeader(page);
  await page.goto('/dashboard');
  await header.menuButton.focus();
  await page.keyboard.press('ArrowDown');
  await expect(header.item('Profile')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(header.item('NPK Update')).toBeFocused();
  await page.keyboard.press('End');
  await expect(header.item('Sign Out')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(header.item('Profile')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(header.item('Sign Out')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(header.item('Profile')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(header.menu).toHaveCount(0);
  await expect(header.menuButton).toBeFocused();
});

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
