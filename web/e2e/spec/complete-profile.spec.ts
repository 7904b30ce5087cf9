import { holdBack } from '../answers';
import { expect, expectRed, test } from '../grow-test';
import { ProfileFormPage } from '../pages/record-pages';

test("receives the user's email", async ({ signedIn: page, farmer }) => {
  await page.goto('/ftl');
  const { email } = new ProfileFormPage(page);
  await expect(email).toHaveValue(farmer.email);
  await expect(email).not.toBeEditable();
});

test('Text inputs Number and Place, prefilled from saved data', async ({ signedIn: page }) => {
  const saved = await page.request.put('/api/v1/me/profile', {
    data: { number: '98765 43210', place: 'Madurai' },
  });
  expect(saved.status()).toBe(200);
  await page.goto('/ftl');
  const form = new ProfileFormPage(page);
  await expect(form.number).toHaveAttribute('type', 'text');
  await expect(form.place).toHaveAttribute('type', 'text');
  await expect(form.number).toHaveValue('98765 43210');
  await expect(form.place).toHaveValue('Madurai');
});

test("The Submit button reads 'Submitting...' while saving; after saving it goes to /dashboard, replacing history, and says 'User data saved!'", async ({
  signedIn: page,
}) => {
  await page.goto('/profile');
  const answer = await holdBack(page, '**/api/v1/me/profile', 'PUT');
  await page.getByRole('link', { name: 'Number and place' }).click();
  const form = new ProfileFormPage(page);
  await form.number.fill('98765 43210');
  await form.place.fill('Madurai');
  await expect(form.submit).toHaveText('Submit');
  await form.submit.click();
  await expect(form.submit).toHaveText('Submitting...');
  await expect(form.submit).toBeDisabled();
  answer();
  await expect(form.saved).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await page.goBack();
  await expect(page).toHaveURL('/profile');
});

test("Number and Place are both required. Otherwise an alert 'Please fill in both fields' is shown", async ({
  signedIn: page,
}) => {
  await page.goto('/ftl');
  const form = new ProfileFormPage(page);
  for (const [number, place, missing] of [
    ['', '', form.number],
    ['98765', '', form.place],
    ['   ', 'Madurai', form.number],
  ] as const) {
    await form.number.fill(number);
    await form.place.fill(place);
    await form.submit.click();
    await expect(form.alert).toHaveText('Please fill in both fields');
    await expect(missing).toBeFocused();
    await expect(missing).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(page).toHaveURL('/ftl');
});

test("red inline text 'Please fill in all fields.' shows while either is empty", async ({
  signedIn: page,
}) => {
  await page.goto('/ftl');
  const form = new ProfileFormPage(page);
  await expect(form.inline).toBeVisible();
  await expectRed(form.inline);
  await form.number.fill('98765');
  await expect(form.inline).toBeVisible();
  await form.place.fill('Madurai');
  await expect(form.inline).toHaveCount(0);
  await form.number.fill('');
  await expect(form.inline).toBeVisible();
});
