import { holdBack } from '../answers';
import { expect, test } from '../grow-test';
import { ProfileFormPage } from '../pages/record-pages';

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
