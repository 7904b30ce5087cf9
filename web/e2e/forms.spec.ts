import { expect, test } from './grow-test';
import { sowingsTable } from './pages/crop-table';
import { SOWN, SowPage } from './pages/sow-page';

const SELECT = 'Please select a crop and enter a valid field size (positive number).';

test('the profile asks for both fields and goes to the first empty one', async ({ signedIn: page }) => {
  await page.goto('/ftl');
  const inline = page.getByText('Please fill in all fields.');
  await expect(inline).toBeVisible();
  await page.getByLabel('Number').fill('98765');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please fill in both fields');
  await expect(page.getByLabel('Place')).toBeFocused();
  await expect(page.getByLabel('Place')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Place').fill('Madurai');
  await expect(inline).toHaveCount(0);
});

test('an empty place is said and saved all the same', async ({ signedIn: page }) => {
  await page.goto('/place');
  await expect(page.getByText('Please enter a place.')).toBeVisible();
  await page.getByRole('button', { name: 'Update Place' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Place updated successfully!' })).toBeVisible();
});

test('nutrients outside 0 to 2000 are refused beside their field', async ({ signedIn: page }) => {
  await page.goto('/npk');
  const phosphorus = page.getByLabel('Phosphorus (P)');
  await expect(phosphorus).toHaveValue('0');
  await phosphorus.fill('2000.5');
  await page.getByRole('button', { name: 'Update NPK' }).click();
  await expect(page.getByText('Enter a number from 0 to 2000.')).toBeVisible();
  await expect(phosphorus).toBeFocused();
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

test('a sowing without a crop or with a wrong size is refused in the words of the specification', async ({
  signedIn: page,
}) => {
  await page.goto('/add');
  const sow = new SowPage(page);
  await expect(sow.fieldSize).toHaveAttribute('step', '0.01');
  await expect(sow.fieldSize).toHaveAttribute('min', '0');
  await expect(sow.crop.getByRole('option')).toHaveCount(17);

  await sow.submit.click();
  await expect(sow.error).toHaveText(SELECT);
  await expect(sow.crop).toBeFocused();

  await sow.crop.selectOption('MAIZE');
  for (const size of ['0', '-1', '1.255', '10001']) {
    await sow.fieldSize.fill(size);
    await sow.submit.click();
    await expect(sow.error).toHaveText(SELECT);
    await expect(sow.fieldSize).toBeFocused();
  }

  await sow.fieldSize.clear();
  await sow.fieldSize.pressSequentially('1e');
  await sow.submit.click();
  await expect(sow.error).toHaveText('Please enter a valid number for the field size.');
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

test('two quick taps send one sowing', async ({ signedIn: page }) => {
  let sent = 0;
  await page.route('**/api/v1/me/sowings', (route) => {
    if (route.request().method() === 'POST') sent += 1;
    return route.continue();
  });
  await page.goto('/add');
  const sow = new SowPage(page);
  await sow.crop.selectOption('ONION');
  await sow.fieldSize.fill('0.5');
  await sow.submit.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(page.getByRole('status').filter({ hasText: SOWN })).toBeVisible();
  expect(sent).toBe(1);
});

test('a forged navigation state fixes no crop', async ({ signedIn: page, farmer }) => {
  const sow = new SowPage(page);
  for (const state of [
    { email: 'someone-else@example.org', cropName: 'GROUNDNUT' },
    { email: farmer.email, cropName: 'WHEAT' },
    { email: { toString: 1 }, cropName: ['GROUNDNUT'] },
    'GROUNDNUT',
  ]) {
    await page.goto('/add');
    await expect(sow.crop).toBeEditable();
    await page.evaluate((forged) => history.replaceState(forged, ''), state);
    await page.reload();
    await expect(sow.crop.getByRole('option')).toHaveCount(17);
  }
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
});

test('after saving the way leads back one step, or to the dashboard from a fresh tab', async ({
  signedIn: page,
  context,
}) => {
  await page.goto('/profile');
  await page.getByRole('link', { name: 'NPK Update' }).click();
  await page.getByRole('button', { name: 'Update NPK' }).click();
  await expect(page).toHaveURL('/profile');

  const fresh = await context.newPage();
  await fresh.goto('/npk');
  await fresh.getByRole('button', { name: 'Update NPK' }).click();
  await expect(fresh).toHaveURL('/dashboard');
});

test('a known crop is toggled by a tap and taken back when it cannot be saved', async ({
  signedIn: page,
}) => {
  await page.goto('/manage-crops');
  const paddy = page.getByRole('button', { name: 'Paddy', exact: true });
  await expect(paddy).toHaveAttribute('aria-pressed', 'false');
  await paddy.click();
  await expect(paddy).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(paddy).toHaveAttribute('aria-pressed', 'true');
  await paddy.click();
  await expect(paddy).toHaveAttribute('aria-pressed', 'false');

  await page.route('**/api/v1/me/known-crops/*', (route) => route.fulfill({ status: 500, body: 'no' }));
  await paddy.click();
  await expect(page.getByRole('alert')).toContainText('Paddy could not be saved.');
  await expect(paddy).toHaveAttribute('aria-pressed', 'false');
});
