import type { Page } from '@playwright/test';
import { holdBack } from './answers';
import { expect, test } from './grow-test';

const place = (page: Page) => page.getByRole('combobox', { name: 'Place' });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const PLACE_SAVED = 'Place updated successfully!';

test('typing suggests districts; the keyboard chooses one', async ({ signedIn: page }) => {
  await page.goto('/place');
  await expect(place(page)).toHaveAttribute('aria-expanded', 'false');
  await place(page).pressSequentially('Godav');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
    /^East Godavari, Andhra Pradesh/,
    /^West Godavari, Andhra Pradesh/,
  ]);
  await expect(place(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByText('2 suggestions')).toBeAttached();

  const active = async () => {
    const id = await place(page).getAttribute('aria-activedescendant');
    return id === null ? null : page.locator(`[id="${id}"]`).textContent();
  };
  expect(await active()).toBeNull();
  await page.keyboard.press('ArrowDown');
  expect(await active()).toContain('East Godavari');
  await page.keyboard.press('End');
  expect(await active()).toContain('West Godavari');
  await page.keyboard.press('Home');
  expect(await active()).toContain('East Godavari');
  await page.keyboard.press('ArrowUp');
  expect(await active()).toBeNull();

  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeHidden();
  await expect(place(page)).toHaveValue('Godav');

  await place(page).fill('Ero');
  await expect(option(page, 'Erode, Tamil Nadu')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(place(page)).toHaveValue('Erode, Tamil Nadu');
  await expect(place(page)).toBeFocused();
  await expect(page.getByRole('listbox')).toBeHidden();

  await page.keyboard.press('Enter');
  await expect(said(page, PLACE_SAVED)).toContainText('Erode, Tamil Nadu');
});

test('a tap chooses a district, and the village before it stays', async ({ signedIn: page }) => {
  await page.goto('/ftl');
  await page.getByLabel('Number').fill('98765 43210');
  await place(page).pressSequentially('Bhavani, Ero');
  const erode = option(page, 'Erode, Tamil Nadu');
  expect((await erode.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  await erode.click();
  await expect(place(page)).toHaveValue('Bhavani, Erode, Tamil Nadu');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(said(page, 'User data saved!')).toContainText('Erode, Tamil Nadu');
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/profile');
  const saved = page.getByRole('definition');
  await expect(saved.filter({ hasText: /^Bhavani, Erode, Tamil Nadu$/ })).toBeVisible();
  await expect(saved.filter({ hasText: /^Erode, Tamil Nadu$/ })).toBeVisible();
});

test('Aurangabad asks for the state, and one tap answers', async ({ signedIn: page }) => {
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Update Place' }).click();
  await place(page).fill('Aurangabad');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
    'Aurangabad, Bihar',
    'Aurangabad, Maharashtra',
  ]);
  await page.getByRole('button', { name: 'Update Place' }).click();
  await expect(said(page, PLACE_SAVED)).toContainText('Which district is it in?');
  await expect(page).toHaveURL('/profile');

  await expect(page.getByText('Which district is ‘Aurangabad’ in?')).toBeVisible();
  await page.getByRole('button', { name: 'Aurangabad, Maharashtra' }).click();
  await expect(said(page, PLACE_SAVED)).toContainText('Aurangabad, Maharashtra');
  await expect(page.getByText('Which district is ‘Aurangabad’ in?')).toHaveCount(0);
  await page.getByRole('link', { name: 'Update Place' }).click();
  await expect(place(page)).toHaveValue('Aurangabad');
  await page.getByRole('button', { name: 'Update Place' }).click();
  await expect(said(page, PLACE_SAVED)).toContainText('Aurangabad, Maharashtra');
});

test('an unknown place is saved with a sentence that says so, and its state leads to its district', async ({
  signedIn: page,
}) => {
  await page.goto('/place');
  await place(page).fill('Thenurpatti');
  await page.getByRole('button', { name: 'Update Place' }).click();
  await expect(said(page, PLACE_SAVED)).toContainText('No climate is known for this place.');
  await page.goto('/profile');
  await expect(
    page.getByText('No climate is known for ‘Thenurpatti’. Which district is it in?'),
  ).toBeVisible();
  await expect(page.getByText(/Without a district there is no advice/)).toBeVisible();
  await page.getByLabel('State').selectOption('Tamil Nadu');
  await page.getByLabel('District').selectOption('Erode');
  await expect(said(page, PLACE_SAVED)).toContainText('Erode, Tamil Nadu');
});

test('a village asks for its state while it is typed; a PIN code tells the district', async ({
  signedIn: page,
}) => {
  await page.goto('/place');
  await place(page).fill('தேனூர்பட்டி');
  await expect(page.getByText('‘தேனூர்பட்டி’ is not a district.')).toBeVisible();
  await page.getByLabel('State').selectOption('Tamil Nadu');
  await page.getByLabel('District').selectOption('Erode');
  await expect(page.getByText('Erode, Tamil Nadu')).toBeVisible();
  await place(page).fill('999999');
  await expect(page.getByText('The PIN code 999999 is not known.')).toBeVisible();
  await place(page).fill('Perundurai 638051');
  await option(page, 'Tiruppur, Tamil Nadu').click();
  await expect(place(page)).toHaveValue('Perundurai 638051');
  await page.getByRole('button', { name: 'Update Place' }).click();
  await expect(said(page, PLACE_SAVED)).toContainText('Tiruppur, Tamil Nadu');
});

test('the dashboard asks for the district once, where it is wanted, and one tap answers', async ({
  signedIn: page,
}) => {
  await page.goto('/place');
  await place(page).fill('Aurangabad');
  await page.getByRole('button', { name: 'Update Place' }).click();
  await expect(page).toHaveURL('/dashboard');
  const panel = page.getByRole('region', { name: 'Recommended Crops Based on Soil and Climate' });
  await expect(panel.getByText('Which district is ‘Aurangabad’ in?')).toBeVisible();
  await page.getByRole('button', { name: 'Close message' }).click();
  await expect(page.getByText(/which district|name of your (?:place|district)/i)).toHaveCount(1);
  await panel.getByRole('button', { name: 'Aurangabad, Maharashtra' }).click();
  await expect(
    panel.getByText(/^These are the shares that farmers of Aurangabad, Maharashtra grow,/),
  ).toBeVisible();
});

test('a village beside one district is asked about by the name of that district', async ({
  signedIn: page,
}) => {
  await page.goto('/place');
  await place(page).fill('Thenurpatti Erode');
  await page.getByRole('button', { name: 'Update Place' }).click();
  await expect(said(page, PLACE_SAVED)).toContainText('Is it in Erode, Tamil Nadu?');
  const panel = page.getByRole('region', { name: 'Recommended Crops Based on Soil and Climate' });
  await expect(
    panel.getByText('‘Thenurpatti Erode’ seems to be in Erode, Tamil Nadu. Is that your district?'),
  ).toBeVisible();
  await expect(page.getByText(/several districts/i)).toHaveCount(0);
  await panel.getByRole('button', { name: 'Erode, Tamil Nadu' }).click();
  await expect(
    panel.getByText(/^These are the shares that farmers of Erode, Tamil Nadu grow,/),
  ).toBeVisible();
});

test('Tamil, Hindi and older names are suggested', async ({ signedIn: page }) => {
  await page.goto('/place');
  for (const [typed, suggested, chosen] of [
    ['ஈரோடு', /Erode, Tamil Nadu.*ஈரோடு/, 'ஈரோடு'],
    ['वाराण', /Varanasi, Uttar Pradesh.*वाराणसी/, 'वाराणसी'],
    ['Tuticorin', /Thoothukkudi, Tamil Nadu.*Tuticorin/, 'Thoothukkudi, Tamil Nadu'],
  ] as const) {
    await place(page).fill(typed);
    await option(page, suggested).click();
    await expect(place(page)).toHaveValue(chosen);
  }
});

test('without suggestions the field is a plain text field', async ({ signedIn: page }) => {
  await page.goto('/place');
  let asked = 0;
  await page.route('**/api/v1/places?*', (route) => {
    asked += 1;
    return route.fulfill({ status: 500, body: 'no' });
  });
  await place(page).fill('Erode');
  await expect.poll(() => asked).toBe(1);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(said(page, PLACE_SAVED)).toContainText('Erode, Tamil Nadu');
});

test('suggestions that come while the button is being pressed move nothing under the finger', async ({
  signedIn: page,
}) => {
  const suggest = await holdBack(page, '**/api/v1/places*');
  await page.goto('/place');
  const asked = page.waitForRequest('**/api/v1/places*');
  await place(page).fill('Godav');
  await asked;
  await page.getByRole('button', { name: 'Update Place' }).hover();
  await page.mouse.down();
  const suggested = page.waitForResponse('**/api/v1/places*');
  suggest();
  await (await suggested).finished();
  // Suggestions would be visible by the second frame.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await page.mouse.up();
  await expect(said(page, PLACE_SAVED)).toBeVisible();
});
