import type { Page } from '@playwright/test';
import { describeFarmer } from './answers';
import { expect, ignorePageAnswers, settled, test } from './grow-test';

/** Sets the name and picture of the signed-in user. */
async function called(page: Page, display_name: string, photo_url: string | null): Promise<void> {
  await ignorePageAnswers(page);
  await describeFarmer(page, { display_name, photo_url });
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
