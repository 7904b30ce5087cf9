import { expect, test } from './grow-test';
import { sowingsTable } from './pages/crop-table';
import { SOWN, SowPage } from './pages/sow-page';

test('1 acre 25 cents is entered, remembered, and shown as it was entered, with hectares beside', async ({
  signedIn: page,
}) => {
  await page.request.put('/api/v1/me/place', { data: { place: 'Erode' } });
  await page.goto('/add');
  const sow = new SowPage(page);
  await sow.crop.selectOption('GROUNDNUT');
  await expect(page.getByLabel('Unit of land')).toHaveValue('acre');
  await page.getByLabel('Unit of land').selectOption('acres and cents');
  await page.getByLabel('Acres').fill('1');
  await page.getByLabel('Cents').fill('25');
  await expect(sow.fieldSize).toHaveValue('0.51');
  await page.getByLabel('Variety').selectOption('early');
  const remembered = page.waitForResponse('**/api/v1/me/units');
  await sow.submit.click();
  await expect(page.getByText(SOWN)).toBeVisible();
  await remembered;

  await page.goto('/my-sowing');
  const size = await sowingsTable(page).cell('GROUNDNUT', 'Field Size (hectare)');
  await expect(size).toHaveText('0.51 1 acre 25 cents');
  await expect(page.getByText('Usual in Tamil Nadu: 910 to 2,200 kg on your field')).toBeVisible();
  const { items } = await (await page.request.get('/api/v1/me/sowings')).json();
  expect(items[0]).toMatchObject({
    field_size_ha: 0.5059,
    entered: { value: 1.25, unit: 'acre_and_cents' },
    maturity: 'early',
  });

  await page.goto('/add');
  await expect(page.getByLabel('Unit of land')).toHaveValue('acre_and_cents');
});

test('the size of a bigha is asked once, in place', async ({ signedIn: page }) => {
  await page.request.put('/api/v1/me/place', { data: { place: 'Sitapur, Uttar Pradesh' } });
  await page.goto('/add');
  const sow = new SowPage(page);
  await sow.crop.selectOption('PADDY');
  const unit = page.getByLabel('Unit of land');
  await expect(unit).toHaveValue('bigha');
  await page.getByLabel('In your unit').fill('2');
  await sow.submit.click();
  await expect(page.getByText('Choose how large this unit is where you live.')).toBeVisible();
  await page.getByRole('radio', { name: '1 bigha = 0.25 hectare' }).check();
  await expect(sow.fieldSize).toHaveValue('0.51');
  await sow.submit.click();
  await expect(page.getByText(SOWN)).toBeVisible();

  await page.goto('/profile');
  await expect(unit).toHaveValue('bigha');
  await expect(page.getByText('1 bigha = 0.25 hectare')).toBeVisible();
  await page.getByLabel('In your unit').fill('3');
  // One box: the hectares are a text below it, and a tap turns the box to hectares and back.
  const turn = page.getByRole('button', { name: /Type in/ });
  await expect(turn).toHaveText('0.76 hectareType in hectares');
  await expect(page.getByLabel('In hectares')).toBeHidden();
  await turn.click();
  await expect(page.getByLabel('In hectares')).toBeFocused();
  await expect(page.getByLabel('In hectares')).toHaveValue('0.76');
  await expect(page.getByLabel('In your unit')).toBeHidden();
  await expect(turn).toHaveText('3 bighaType in bigha');
  await turn.click();
  await expect(page.getByLabel('In your unit')).toBeFocused();
  await page.getByRole('button', { name: 'Save my land' }).click();
  await expect(page.getByText('3 bigha (0.76 hectare)')).toBeVisible();
});

test('a soil report by the acre, in phosphate and potash, is saved in kg per hectare', async ({
  signedIn: page,
}) => {
  await page.goto('/npk');
  await page.getByRole('button', { name: 'Where to find N, P and K on the card' }).click();
  await expect(page.getByRole('img', { name: /^A Soil Health Card/ })).toBeVisible();
  await page.getByLabel('My soil report gives').selectOption('N, P₂O₅, K₂O in kg per acre');
  await page.getByLabel('Nitrogen (N)').fill('80');
  await page.getByLabel('Phosphate (P₂O₅)').fill('10');
  await page.getByLabel('Potash (K₂O)').fill('100');
  await expect(page.getByText(/^That is N .* in kg per hectare\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Update NPK' }).click();
  await expect(page.getByText('NPK updated successfully!')).toBeVisible();
  const { npk } = await (await page.request.get('/api/v1/me/profile')).json();
  expect(npk).toEqual({ n: 197.68, p: 10.78, k: 205.13 });
});
