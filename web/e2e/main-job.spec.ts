import { expect, test, tonnes } from './grow-test';
import { AppHeader } from './pages/app-header';
import { demandTable, knownCropTable, sowingsTable } from './pages/crop-table';
import { LoginPage } from './pages/login-page';
import { SOWN, SowPage } from './pages/sow-page';
import { BOTH_STORES } from './tags';

test(
  'a farmer signs in, completes the profile, sows, and every open demand screen moves',
  BOTH_STORES,
  async ({ page, browser, grow }) => {
    const name = 'Meena Devi';
    const header = new AppHeader(page);
    const status = page.getByRole('status');

    const guestContext = await browser.newContext({ baseURL: grow.url, viewport: page.viewportSize() });
    const guest = await guestContext.newPage();
    await guest.goto('/demand');
    await expect(guest.getByRole('heading', { name: 'Welcome Guest' })).toBeVisible();
    const metBefore = await demandTable(guest).figure('GROUNDNUT', 'Met');

    await page.goto('/');
    await expect(page).toHaveURL('/demand');
    await page.getByRole('link', { name: 'Sign In' }).click();
    await new LoginPage(page).signInAs(name);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { name: `Welcome ${name}` })).toBeVisible();

    await page.getByRole('link', { name: 'Complete Your Profile' }).click();
    await page.getByLabel('Number').fill('98765 43210');
    await page.getByLabel('Place').fill('Madurai');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'I agree' }).click();
    await expect(status.filter({ hasText: 'User data saved!' })).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('link', { name: 'Complete Your Profile' })).toHaveCount(0);

    await header.choose('NPK Update');
    await page.getByLabel('Nitrogen (N)').fill('40');
    await page.getByLabel('Phosphorus (P)').fill('20.5');
    await page.getByLabel('Potassium (K)').fill('30');
    await page.getByRole('button', { name: 'Update NPK' }).click();
    await expect(status.filter({ hasText: 'NPK updated successfully!' })).toBeVisible();
    await expect(page).toHaveURL('/dashboard');

    await header.choose('Profile');
    await page.getByRole('link', { name: 'Update Place' }).click();
    await expect(page.getByLabel('Place')).toHaveValue('Madurai');
    await page.getByLabel('Place').fill('Dindigul');
    await page.getByRole('button', { name: 'Update Place' }).click();
    await expect(status.filter({ hasText: 'Place updated successfully!' })).toBeVisible();
    await expect(page).toHaveURL('/profile');
    await expect(page.getByText('Dindigul', { exact: true })).toBeVisible();
    await expect(page.getByText('Dindigul, Tamil Nadu', { exact: true }).first()).toBeVisible();

    await header.choose('My Crops');
    for (const crop of ['Groundnut', 'Maize']) {
      await page.getByRole('button', { name: crop, exact: true }).click();
      await expect(page.getByRole('button', { name: crop, exact: true })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
    }

    await page.getByRole('link', { name: 'Grow' }).click();
    const recommended = knownCropTable(page);
    await expect(recommended.rows).toHaveCount(2);
    await recommended.row('GROUNDNUT').getByRole('link', { name: 'Sowing the Crop' }).click();

    const sow = new SowPage(page);
    await expect(sow.crop).toHaveValue('GROUNDNUT');
    await expect(sow.crop).not.toBeEditable();
    await sow.fieldSize.fill('1.25');
    await sow.submit.click();
    await expect(status.filter({ hasText: SOWN })).toBeVisible();
    await expect(page).toHaveURL('/dashboard');

    const metAfter = tonnes(metBefore + 3);
    await expect(await recommended.cell('GROUNDNUT', 'Met')).toHaveText(metAfter);
    await expect(await demandTable(guest).cell('GROUNDNUT', 'Met')).toHaveText(metAfter);

    await header.choose('Sowed Crops');
    const sowings = sowingsTable(page);
    await expect(sowings.rows).toHaveCount(1);
    await expect(await sowings.cell('GROUNDNUT', 'Expected Yield (Kgs)')).toHaveText(
      '3,000Usual in Tamil Nadu: 2,200 to 5,300 kg on your field',
    );
    await expect(await sowings.cell('GROUNDNUT', 'Yield Range / Hectare (Tones)')).toHaveText('1.4 - 3.4');
    await expect(await sowings.cell('GROUNDNUT', 'Field Size (hectare)')).toHaveText('1.25');
    await expect(await sowings.cell('GROUNDNUT', 'Days Since Sowing')).toHaveText('0');

    await header.choose('Sign Out');
    await expect(page).toHaveURL('/login');
    await guestContext.close();
  },
);
