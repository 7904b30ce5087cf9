import { holdBack } from '../answers';
import { expect, test } from '../grow-test';
import { NpkPage } from '../pages/record-pages';

test('Three numeric inputs: Nitrogen (N), Phosphorus (P), Potassium (K); NPK defaults 0, 0, 0', async ({
  signedIn: page,
}) => {
  await page.goto('/npk');
  const { nutrients } = new NpkPage(page);
  await expect(page.getByRole('spinbutton')).toHaveCount(3);
  for (const nutrient of nutrients) {
    await expect(nutrient).toHaveAttribute('type', 'number');
    await expect(nutrient).toHaveValue('0');
  }
});

test("The button reads 'Update NPK' and 'Saving...' while saving, then 'NPK updated successfully!', and the inputs are prefilled from saved values", async ({
  signedIn: page,
}) => {
  await page.goto('/npk');
  const answer = await holdBack(page, '**/api/v1/me/npk', 'PUT');
  const form = new NpkPage(page);
  const values = ['40', '20.5', '30'];
  for (const [index, nutrient] of form.nutrients.entries()) await nutrient.fill(values[index] ?? '');
  await expect(form.submit).toHaveText('Update NPK');
  await form.submit.click();
  await expect(form.submit).toHaveText('Saving...');
  await expect(form.submit).toBeDisabled();
  answer();
  await expect(form.saved).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/npk');
  for (const [index, nutrient] of form.nutrients.entries()) {
    await expect(nutrient).toHaveValue(values[index] ?? '');
  }
});

test('After saving it goes back one step if the history is longer than 2, otherwise to /dashboard', async ({
  signedIn: page,
  context,
}) => {
  await page.goto('/profile');
  await page.getByRole('link', { name: 'NPK Update' }).click();
  await new NpkPage(page).submit.click();
  await expect(page).toHaveURL('/profile');

  const fresh = await context.newPage();
  await fresh.goto('/npk');
  expect(await fresh.evaluate(() => history.length)).toBeLessThanOrEqual(2);
  await new NpkPage(fresh).submit.click();
  await expect(fresh).toHaveURL('/dashboard');
});

test('Go-back history threshold: 2', async ({ signedIn, context }) => {
  for (const [length, way] of [
    [2, '/dashboard'],
    [3, /\/npk(\?step=2)?$/],
  ] as const) {
    const fresh = await context.newPage();
    await fresh.goto('/npk');
    await fresh.evaluate((wanted) => {
      while (history.length < wanted) {
        history.pushState(null, '', `/npk?step=${history.length + 1}`);
      }
    }, length);
    expect(await fresh.evaluate(() => history.length)).toBe(length);
    await new NpkPage(fresh).submit.click();
    await expect(fresh).toHaveURL(way);
    await fresh.close();
  }
  await signedIn.close();
});
