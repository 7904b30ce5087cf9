import { describeFarmer } from '../answers';
import { expect, ignorePageAnswers, test } from '../grow-test';
import { AppHeader } from '../pages/app-header';
import { BOTH_WIDTHS } from '../tags';

test(
  "Welcome header with the user's name and profile picture, the profile dropdown",
  BOTH_WIDTHS,
  async ({ signedIn: page }) => {
    const photo = 'https://people.example/meena.svg';
    await page.route(photo, (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
      }),
    );
    await ignorePageAnswers(page);
    await describeFarmer(page, { display_name: 'Meena Devi', photo_url: photo });
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Meena Devi');
    const picture = page.getByRole('main').locator('img[referrerpolicy]');
    await expect(picture).toHaveAttribute('src', photo);
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
    await expect(new AppHeader(page).menuButton).toContainText('Meena Devi');
  },
);

test('Welcome Guest where the user has no name', async ({ signedIn: page }) => {
  await ignorePageAnswers(page);
  await describeFarmer(page, { display_name: '', photo_url: null });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Guest');
});

test('then the known-crops recommendation table and the soil-and-climate recommendation table', async ({
  signedIn: page,
}) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Recommended Crops Based on Known Crops',
    'Recommended Crops Based on Soil and Climate',
  ]);
});

test('A user whose name is long, right-to-left or markup, and whose picture is no picture, does no harm', async ({
  signedIn: page,
}) => {
  await ignorePageAnswers(page);
  for (const name of [
    `<b>${'அ'.repeat(180)}</b> \u202Eabc`,
    'م'.repeat(200),
    `Z${'\u0335\u0301'.repeat(100)}`,
    'x'.repeat(200),
  ]) {
    await describeFarmer(page, { display_name: name, photo_url: 'javascript:alert(1)' });
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome ${name}`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }
});
