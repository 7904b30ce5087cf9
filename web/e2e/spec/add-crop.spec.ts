import type { Page } from '@playwright/test';
import { holdBack } from '../answers';
import { expect, expectRed, test } from '../grow-test';
import { SOWN, SowPage } from '../pages/sow-page';

const INVALID = 'Please select a crop and enter a valid field size (positive number).';

/** Crop choices of the form (section 3). */
const CROPS = [
  'PADDY',
  'CHOLAM',
  'CUMBU',
  'RAGI',
  'MAIZE',
  'RED GRAM',
  'BENGAL GRAM',
  'GREEN GRAM',
  'BLACK GRAM',
  'HORSE GRAM',
  'GROUNDNUT',
  'GINGELLY',
  'POTATO',
  'ONION',
  'SUGARCANE',
  'COTTON',
];

/** Opens the form with this navigation state. */
async function arriveWith(page: Page, state: unknown): Promise<void> {
  await page.goto('/add');
  await expect(new SowPage(page).heading).toBeVisible();
  await page.evaluate((given) => history.replaceState(given, ''), state);
  await page.reload();
}

test('A crop selector with the sixteen crop choices', async ({ signedIn: page }) => {
  await page.goto('/add');
  const { crop } = new SowPage(page);
  await expect(crop.getByRole('option')).toHaveText(['Select a crop', ...CROPS]);
  await expect(crop).toHaveValue('');
});

test('or a fixed read-only crop when a crop name and an email arrive through navigation state', async ({
  signedIn: page,
  farmer,
}) => {
  await arriveWith(page, { email: farmer.email, cropName: 'RED GRAM' });
  const { crop } = new SowPage(page);
  await expect(crop).toHaveValue('RED GRAM');
  await expect(crop).not.toBeEditable();
});

test('Navigation state that is forged or halved fixes no crop', async ({ signedIn: page, farmer }) => {
  for (const state of [
    { email: farmer.email },
    { cropName: 'GROUNDNUT' },
    { email: 'someone-else@example.org', cropName: 'GROUNDNUT' },
    { email: farmer.email, cropName: '<script>alert(1)</script>' },
    { email: { toString: 1 }, cropName: ['GROUNDNUT'] },
    'GROUNDNUT',
  ]) {
    await arriveWith(page, state);
    await expect(new SowPage(page).crop.getByRole('option')).toHaveCount(17);
  }
});

test('A numeric field size in hectares (step 0.01, min 0)', async ({ signedIn: page }) => {
  await page.goto('/add');
  const { fieldSize } = new SowPage(page);
  await expect(fieldSize).toHaveAttribute('type', 'number');
  await expect(fieldSize).toHaveAttribute('step', '0.01');
  await expect(fieldSize).toHaveAttribute('min', '0');
  await expect(fieldSize).toHaveAccessibleDescription(/hectares/);
});

test("The button reads 'Add Crop Details' and 'Adding...' while saving, then 'Crop and field size added successfully!!!!'", async ({
  signedIn: page,
}) => {
  await page.goto('/add');
  const answer = await holdBack(page, '**/api/v1/me/sowings', 'POST');
  const sow = new SowPage(page);
  await sow.crop.selectOption('MAIZE');
  await sow.fieldSize.fill('0.01');
  await expect(sow.submit).toHaveText('Add Crop Details');
  await sow.submit.click();
  await expect(sow.submit).toHaveText('Adding...');
  await expect(sow.submit).toBeDisabled();
  answer();
  await expect(page.getByRole('status').filter({ hasText: SOWN })).toContainText(SOWN);
});

test('Each form has a saving flag: two quick taps send one sowing', async ({ signedIn: page }) => {
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

test('Navigation after adding a crop is the same as for NPK', async ({ signedIn: page, context }) => {
  await page.goto('/my-sowing');
  await page.getByRole('link', { name: 'Sow Crop' }).click();
  const sowOnce = async (where: Page) => {
    const sow = new SowPage(where);
    await sow.crop.selectOption('RAGI');
    await sow.fieldSize.fill('0.02');
    await sow.submit.click();
  };
  await sowOnce(page);
  await expect(page).toHaveURL('/my-sowing');

  const fresh = await context.newPage();
  await fresh.goto('/add');
  await sowOnce(fresh);
  await expect(fresh).toHaveURL('/dashboard');
});

test("A crop is required, and the field size must be a number greater than 0. Otherwise the message is 'Please select a crop and enter a valid field size (positive number).'", async ({
  signedIn: page,
}) => {
  await page.goto('/add');
  const sow = new SowPage(page);
  await sow.fieldSize.fill('1');
  await sow.submit.click();
  await expect(sow.error).toHaveText(INVALID);
  await expectRed(sow.error);
  await expect(sow.crop).toBeFocused();

  await sow.crop.selectOption('MAIZE');
  for (const size of ['', '0', '-1']) {
    await sow.fieldSize.fill(size);
    await sow.submit.click();
    await expect(sow.error, size).toHaveText(INVALID);
    await expect(sow.fieldSize).toBeFocused();
  }
});

test("A non-numeric field size gives 'Please enter a valid number for the field size.'", async ({
  signedIn: page,
}) => {
  await page.goto('/add');
  const sow = new SowPage(page);
  await sow.crop.selectOption('MAIZE');
  for (const typed of ['1e', '--', '1e999']) {
    await sow.fieldSize.clear();
    await sow.fieldSize.pressSequentially(typed);
    await sow.submit.click();
    await expect(sow.error, typed).toHaveText('Please enter a valid number for the field size.');
  }
});

test("Add-crop failure: 'Failed to add crop details. Please try again.'", async ({ signedIn: page }) => {
  await page.route('**/api/v1/me/sowings', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 409, contentType: 'text/html', body: 'no' })
      : route.continue(),
  );
  await page.goto('/add');
  const sow = new SowPage(page);
  await sow.crop.selectOption('MAIZE');
  await sow.fieldSize.fill('2');
  await sow.submit.click();
  await expect(sow.error).toHaveText('Failed to add crop details. Please try again.');
  await expectRed(sow.error);
  await expect(sow.submit).toBeEnabled();
  await expect(sow.fieldSize).toHaveValue('2');
});
