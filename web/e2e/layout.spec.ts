import { expect, signIn, test } from './grow-test';
import { AppHeader } from './pages/app-header';

const SCREENS = [
  '/demand',
  '/demand?region=IN-DH',
  '/ppt',
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
  '/crop-detail/bengalGram',
];

for (const width of [320, 360, 768, 1024]) {
  test(`no screen scrolls sideways at ${width} px, and every target is 48 px high`, async ({
    page,
    farmer,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    const fits = async (path: string) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('Loading...')).toHaveCount(0);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        path,
      ).toBeLessThanOrEqual(0);
      const small = await page
        .locator('button:visible, a:visible, input:visible, select:visible')
        .evaluateAll((targets) =>
          targets
            .filter(
              (target) => !target.matches('[href="#main"]') && target.getBoundingClientRect().height < 48,
            )
            .map((target) => target.outerHTML),
        );
      expect(small, path).toEqual([]);
    };
    await fits('/login');
    await fits('/demand');
    await signIn(page, farmer);
    for (const path of SCREENS) await fits(path);
  });
}

test('a change of screen gives the focus to its title; the skip link leads past the header', async ({
  signedIn: page,
}) => {
  await new AppHeader(page).choose('NPK Update');
  await expect(page.getByRole('heading', { level: 1, name: 'Update NPK Values' })).toBeFocused();

  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('the slides are shown and can be walked by keyboard', async ({ page }) => {
  await page.goto('/ppt');
  const deck = page.frameLocator('iframe');
  await expect(deck.getByRole('heading', { name: 'Grow' })).toBeVisible();
  await deck.getByRole('button', { name: 'Next' }).click();
  await expect(deck.getByRole('heading', { name: 'The trouble with good advice' })).toBeVisible();
  await page.keyboard.press('End');
  await expect(deck.getByText('6 / 6')).toBeVisible();
  await page.keyboard.press('Home');
  await expect(deck.getByRole('button', { name: 'Previous' })).toBeDisabled();
});
