import { expect, test } from './grow-test';
import { AppHeader } from './pages/app-header';

const ITEMS = [
  'Profile',
  'NPK Update',
  'My Crops',
  'Sow Crop',
  'Sowed Crops',
  'Total Demand',
  'Crops Description',
  'Sign Out',
];

test('the dropdown has its items in order, and each leads to its screen', async ({ signedIn: page }) => {
  const header = new AppHeader(page);
  await header.menuButton.click();
  await expect(page.getByRole('menuitem')).toHaveText(ITEMS);
  await page.keyboard.press('Escape');
  const ways = ['/profile', '/npk', '/manage-crops', '/add', '/my-sowing', '/demand', '/crop-list'];
  for (const [index, path] of ways.entries()) {
    await header.choose(ITEMS[index] ?? '');
    await expect(page).toHaveURL(path);
    await expect(header.menu).toHaveCount(0);
  }
});

test('a click outside closes it', async ({ signedIn: page }) => {
  const header = new AppHeader(page);
  await header.menuButton.click();
  await expect(header.menu).toBeVisible();
  await page.getByRole('contentinfo').click({ position: { x: 5, y: 5 } });
  await expect(header.menu).toHaveCount(0);
});

test('arrows, Home, End and Escape work as in every menu', async ({ signedIn: page }) => {
  const header = new AppHeader(page);
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
