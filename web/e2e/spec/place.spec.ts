import { holdBack } from '../answers';
import { expect, test } from '../grow-test';
import { PlacePage } from '../pages/record-pages';

test("One text input and a button 'Update Place'", async ({ signedIn: page }) => {
  await page.goto('/place');
  const form = new PlacePage(page);
  await expect(form.place).toHaveAttribute('type', 'text');
  await expect(page.getByRole('main').locator('input:not([type=hidden])')).toHaveCount(1);
  await expect(form.submit).toHaveText('Update Place');
});

test("An empty value shows 'Please enter a place.' Saving is not blocked", async ({ signedIn: page }) => {
  await page.goto('/place');
  const form = new PlacePage(page);
  await expect(form.empty).toBeVisible();
  await form.place.fill('Madurai');
  await expect(form.empty).toHaveCount(0);
  await form.place.fill('  ');
  await expect(form.empty).toBeVisible();
  await form.submit.click();
  await expect(form.saved).toBeVisible();
});

test("The button is disabled while its write is in progress, then 'Place updated successfully!', and the place is kept", async ({
  signedIn: page,
}) => {
  await page.goto('/place');
  const answer = await holdBack(page, '**/api/v1/me/place', 'PUT');
  const form = new PlacePage(page);
  await form.place.fill('Dindigul');
  await form.submit.click();
  await expect(form.submit).toBeDisabled();
  answer();
  await expect(form.saved).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/place');
  await expect(form.place).toHaveValue('Dindigul');
});

test('Navigation after saving is the same as for NPK', async ({ signedIn: page, context }) => {
  await page.goto('/profile');
  await page.getByRole('main').getByRole('link', { name: 'Update Place' }).click();
  const form = new PlacePage(page);
  await form.place.fill('Dindigul');
  await form.submit.click();
  await expect(page).toHaveURL('/profile');

  const fresh = await context.newPage();
  await fresh.goto('/place');
  await new PlacePage(fresh).submit.click();
  await expect(fresh).toHaveURL('/dashboard');
});
