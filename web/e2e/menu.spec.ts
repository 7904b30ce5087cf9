import { expect, test } from './grow-test';
import { AppHeader } from './pages/app-header';

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
