import { expect, test } from './grow-test';
import { AppHeader } from './pages/app-header';
import { sowingsTable } from './pages/crop-table';
import { SOWN, SowPage } from './pages/sow-page';

test('nutrients outside 0 to 2000 are refused beside their field', async ({ signedIn: page }) => {
  await page.goto('/npk');
  const phosphorus = page.getByLabel('Phosphorus (P)');
  await expect(phosphorus).toHaveValue('0');
  await phosphorus.fill('2000.5');
  await page.getByRole('button', { name: 'Update NPK' }).click();
  await expect(page.getByText('Enter a number from 0 to 2000.')).toBeVisible();
  await expect(phosphorus).toBeFocused();
});

test('what is being put right is not called wrong any more', async ({ signedIn: page }) => {
  await page.goto('/npk');
  const phosphorus = page.getByLabel('Phosphorus (P)');
  await phosphorus.fill('2000.5');
  await page.getByRole('button', { name: 'Update NPK' }).click();
  await expect(phosphorus).toHaveAttribute('aria-invalid', 'true');
  await phosphorus.fill('20.5');
  await expect(phosphorus).not.toHaveAttribute('aria-invalid');
  await expect(page.getByText('Enter a number from 0 to 2000.')).toHaveCount(0);

  await page.goto('/ftl');
  const alert = page.getByText('Please fill in both fields');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(alert).toBeVisible();
  await page.getByLabel('Number').fill('98765 43210');
  await expect(alert).toBeVisible();
  await page.getByLabel('Place').fill('Erode');
  await expect(alert).toHaveCount(0);
});

test('a comma in a number is its decimal point, typed or pasted', async ({ signedIn: page }) => {
  await page.goto('/add');
  const sow = new SowPage(page);
  await sow.crop.selectOption('GROUNDNUT');
  await sow.fieldSize.pressSequentially('1,25');
  await expect(sow.fieldSize).toHaveValue('1.25');
  await sow.fieldSize.clear();
  await sow.fieldSize.focus();
  await page.keyboard.insertText('10,000');
  await expect(sow.fieldSize).toHaveValue('10.000');
  await sow.submit.click();
  await expect(sow.error).toHaveText('Use at most two decimals.');
  await sow.fieldSize.fill('10000.5');
  await sow.submit.click();
  await expect(sow.error).toHaveText('Enter a field size of at most 10,000 hectares.');
});

test('the wheel scrolls the page and leaves a number as it was typed', async ({ signedIn: page }) => {
  await page.goto('/npk');
  const nitrogen = page.getByLabel('Nitrogen (N)');
  await nitrogen.fill('180');
  await nitrogen.hover();
  await page.mouse.wheel(0, 40);
  await page.mouse.wheel(0, 40);
  await expect(nitrogen).not.toBeFocused();
  await expect(nitrogen).toHaveValue('180');
});

test('what was saved is said to who saved it, and not to the next on this phone', async ({
  signedIn: page,
}) => {
  await page.goto('/npk');
  await page.getByRole('button', { name: 'Update NPK' }).click();
  const saved = page.getByText('NPK updated successfully!');
  await expect(saved).toBeVisible();
  await new AppHeader(page).choose('Sign Out');
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
  // At once, not when its time is over.
  expect(await saved.count()).toBe(0);
  await page.goto('/demand');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Guest');
  await expect(saved).toHaveCount(0);
});

test('what only the server refuses is said at its field', async ({ signedIn: page }) => {
  await page.route('**/api/v1/me/npk', (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      json: { type: 'invalid-npk', title: 'NPK', status: 422, detail: 'no', field: 'k' },
    }),
  );
  await page.goto('/npk');
  await page.getByRole('button', { name: 'Update NPK' }).click();
  await expect(page.getByLabel('Potassium (K)')).toBeFocused();
  await expect(page.getByLabel('Potassium (K)')).toHaveAccessibleDescription(
    /Enter a number from 0 to 2000\./,
  );
});

test('a failed sowing is said, and the retry after a lost answer sows once', async ({ signedIn: page }) => {
  const keys: (string | undefined)[] = [];
  let lost = 3;
  await page.route('**/api/v1/me/sowings', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    keys.push(route.request().headers()['idempotency-key']);
    if (lost === 0) return route.continue();
    lost -= 1;
    // The server has recorded it; only its answer does not arrive.
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.goto('/add');
  const sow = new SowPage(page);
  await sow.crop.selectOption('MAIZE');
  await sow.fieldSize.fill('2');
  await sow.submit.click();
  await expect(sow.submit).toBeDisabled();
  await expect(sow.submit).toHaveText('Adding...');
  await expect(sow.error).toHaveText('Failed to add crop details. Please try again.');
  await sow.submit.click();
  await expect(page.getByRole('status').filter({ hasText: SOWN })).toBeVisible();

  await expect(page).toHaveURL(/\/dashboard$/);
  expect(new Set(keys).size).toBe(1);
  await page.goto('/my-sowing');
  await expect(sowingsTable(page).rows).toHaveCount(1);
});

test('a mistaken sowing can be withdrawn, after a question', async ({ signedIn: page }) => {
  await page.goto('/add');
  const sow = new SowPage(page);
  await sow.crop.selectOption('RAGI');
  await sow.fieldSize.fill('1');
  await sow.submit.click();
  await expect(page.getByRole('status').filter({ hasText: SOWN })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.goto('/my-sowing');
  const withdraw = page.getByRole('button', { name: 'Withdraw RAGI' });
  await withdraw.click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw this sowing?' });
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(withdraw).toBeFocused();
  await withdraw.click();
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('No sowing data available.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
