import { expect, test } from '../grow-test';
import { FARMER_SCREENS, GUEST_SCREENS } from '../screens';

/** Heading of /demand for guests. */
const title = 'Welcome Guest';

test('/ppt: Embedded external slide presentation', async ({ page }) => {
  await page.goto('/ppt');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Presentation');
  await expect(page.frameLocator('iframe').getByRole('heading').first()).toBeVisible();
  await expect(page).toHaveURL('/ppt');
});

test('/login: Sign-in screen', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Farmer Login');
  await expect(page).toHaveURL('/login');
});

test('/demand: Public demand overview, headed Welcome Guest, with a Sign In menu item leading to /login', async ({
  page,
}) => {
  await page.goto('/demand');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByRole('heading', { level: 2, name: 'Crop Estimation Data' })).toBeVisible();
  await expect(page).toHaveURL('/demand');
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Sign In', exact: true })
    .click();
  await expect(page).toHaveURL('/login');
});

test('A logo image shows in the guest header', async ({ page }) => {
  await page.goto('/demand');
  const logo = page.getByRole('banner').getByRole('img', { name: 'Logo' });
  await expect(logo).toBeVisible();
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

const ELSEWHERE = [
  '/',
  ...FARMER_SCREENS.filter((path) => !GUEST_SCREENS.includes(path)),
  '/no/such/place',
  '/demand/more',
  '/crop-detail/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
];

test('/ and any other path: Redirect to /demand', async ({ page }) => {
  for (const path of ELSEWHERE) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/demand');
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
});

test('A redirect takes the place of its history entry', async ({ page }) => {
  await page.goto('/ppt');
  await page.goto('/npk');
  await expect(page).toHaveURL('/demand');
  await page.goBack();
  await expect(page).toHaveURL('/ppt');
});

test('Guest: sees the demand overview, the login screen and the presentation', async ({ page }) => {
  await page.goto('/demand');
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'Presentation' }).click();
  await expect(page).toHaveURL('/ppt');
  await page.getByRole('link', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/login');
  await footer.getByRole('link', { name: 'Total Demand' }).click();
  await expect(page).toHaveURL('/demand');
});
