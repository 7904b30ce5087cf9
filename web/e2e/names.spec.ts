import type { Page } from '@playwright/test';
import { describeFarmer } from './answers';
import { expect, ignorePageAnswers, settled, test } from './grow-test';
import { AppHeader } from './pages/app-header';
import { BOTH_WIDTHS } from './tags';

const NAMES = {
  'of 200 letters without a space': 'அ'.repeat(200),
  'of 200 letters in words': 'Venkatanarasimharajuvaripeta '.repeat(7).slice(0, 200),
  'that runs from right to left': 'مراد ولد محمد عبد الله الهندي',
  'that turns the direction of what follows': '\u202EMurugan \u2067Selvam',
  'with many marks on one letter': `M${'\u0301\u0323'.repeat(60)}urugan`,
  'that is script': '<b>Meena</b> <img src=x onerror=alert(1)>',
};

const PICTURES = {
  'a script': 'javascript:alert(1)',
  'a page in the address': 'data:text/html,<script>alert(1)</script>',
  'another protocol': 'http://pictures.example/me.png',
  'a file': 'file:///etc/passwd',
  'no address': '//\u0000',
};

/** Sets the name and picture of the signed-in user. */
async function called(page: Page, display_name: string, photo_url: string | null): Promise<void> {
  await ignorePageAnswers(page);
  await describeFarmer(page, { display_name, photo_url });
}

for (const [what, name] of Object.entries(NAMES)) {
  test(`a name ${what} breaks neither header, menu nor welcome`, BOTH_WIDTHS, async ({ signedIn: page }) => {
    await called(page, name, null);
    await page.goto('/dashboard');
    await settled(page);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name.trim());
    const header = page.getByRole('banner');
    const app = new AppHeader(page);
    await app.menuButton.click();
    await expect(app.item('Sign Out')).toBeInViewport({ ratio: 1 });
    expect((await header.boundingBox())?.height).toBeLessThanOrEqual(80);
    await page.keyboard.press('Escape');
    await page.goto('/profile');
    await settled(page);
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await sideways()).toBeLessThanOrEqual(0);
    // The text after a name keeps its own direction.
    await expect(page.getByRole('term').filter({ hasText: 'E-mail' })).toBeVisible();
  });
}

for (const [what, address] of Object.entries(PICTURES)) {
  test(`a picture that is ${what} is never asked for: the initials stand`, async ({ signedIn: page }) => {
    await called(page, 'Meena Devi', address);
    await page.goto('/dashboard');
    await settled(page);
    await expect(page.getByRole('banner').getByText('MD', { exact: true })).toBeVisible();
    await expect(page.locator('img[referrerpolicy]')).toHaveCount(0);
  });
}

test('a picture that fails or is none leaves the initials, and its host learns nothing of the page', async ({
  signedIn: page,
}) => {
  const referrers: (string | undefined)[] = [];
  await called(page, 'Meena Devi', 'https://pictures.example/me.png');
  for (const answer of [
    { status: 404, body: '' },
    { status: 200, contentType: 'text/html', body: '<h1>no picture</h1>' },
    { status: 200, contentType: 'image/png', body: 'x'.repeat(5_000_000) },
  ]) {
    await page.route('https://pictures.example/**', (route) => {
      referrers.push(route.request().headers().referer);
      return route.fulfill(answer);
    });
    await page.goto('/dashboard');
    await settled(page);
    await expect(page.locator('img[referrerpolicy]')).toHaveCount(0);
    await expect(page.getByRole('banner').getByText('MD', { exact: true })).toBeVisible();
  }
  expect(referrers.length).toBeGreaterThan(0);
  expect(new Set(referrers)).toEqual(new Set([undefined]));
});
