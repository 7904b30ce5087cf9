import { expect, test } from './grow-test';
import { sowingsTable } from './pages/crop-table';
import { SowPage } from './pages/sow-page';
import { BOTH_STORES } from './tags';

test(
  'A sowing beyond what one farmer usually sows is kept, and says that it waits to be counted',
  BOTH_STORES,
  async ({ signedIn: page }) => {
    const met = async () => {
      const { crops } = await (await page.request.get('/api/v1/demand')).json();
      return crops.find((row: { crop: string }) => row.crop === 'ragi').met_tonnes;
    };
    const before = await met();
    const answer = await page.request.post('/api/v1/me/sowings', {
      headers: { 'Idempotency-Key': 'more-than-2000-hectares' },
      data: { crop: 'ragi', field_size_ha: 2000.01 },
    });
    expect(answer.status()).toBe(201);
    expect(await met()).toBe(before);

    await page.goto('/my-sowing');
    await expect(page.getByText('33,00,017 waiting to be counted')).toBeVisible();
    await expect(page.getByText('A sowing that is waiting to be counted is saved.')).toBeVisible();
  },
);

test('What is usual in the state stands beside the expected yield, on /add and on /my-sowing, and not without a state', async ({
  signedIn: page,
}) => {
  const sow = new SowPage(page);
  const sentence = page.getByText(/^Usual in Tamil Nadu/);
  await page.goto('/add');
  await sow.crop.selectOption('GROUNDNUT');
  await sow.fieldSize.fill('1.25');
  await expect(page.getByText('Yield range: 1.4 - 3.4 tonnes per hectare')).toBeVisible();
  await expect(sentence).toHaveCount(0);

  await page.request.put('/api/v1/me/place', { data: { place: 'Erode' } });
  await page.reload();
  // What was typed is still there.
  await expect(sow.fieldSize).toHaveValue('1.25');
  await sow.fieldSize.fill('');
  await sow.crop.selectOption('GROUNDNUT');
  await expect(sentence).toHaveText('Usual in Tamil Nadu: 1,790 to 4,260 kg per hectare');
  await sow.fieldSize.fill('1.25');
  await expect(sentence).toHaveText('Usual in Tamil Nadu: 2,200 to 5,300 kg on your field');
  await sow.submit.click();
  await expect(page).toHaveURL('/dashboard');

  await page.goto('/my-sowing');
  await expect(await sowingsTable(page).cell('GROUNDNUT', 'Expected Yield (Kgs)')).toHaveText(
    '3,000Usual in Tamil Nadu: 2,200 to 5,300 kg on your field',
  );
});

test(
  'An end of a sowing can be undone in its notice, in its row, and below the table',
  BOTH_STORES,
  async ({ signedIn: page }) => {
    await page.request.post('/api/v1/me/sowings', {
      headers: { 'Idempotency-Key': 'undone-three-times' },
      data: { crop: 'ragi', field_size_ha: 1 },
    });
    const failed = page.getByText(/^Failed, noted on/);
    const undone = page.getByText('Undone: the sowing of RAGI is as it was before.');
    const fail = async () => {
      await page.getByRole('button', { name: 'Failed: RAGI' }).click();
      await page.getByRole('button', { name: 'Yes, it failed' }).click();
      await expect(failed).toBeVisible();
    };
    await page.goto('/my-sowing');
    await fail();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect(undone).toBeVisible();
    await expect(failed).toHaveCount(0);

    await fail();
    await page.reload();
    await page.getByRole('button', { name: 'Undo: RAGI' }).click();
    await expect(undone).toBeVisible();
    await expect(failed).toHaveCount(0);

    await page.getByRole('button', { name: 'Withdraw RAGI' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await expect(page.getByText('No sowing data available.')).toBeVisible();
    const withdrawn = page
      .getByRole('listitem')
      .filter({ hasText: /^RAGI, 1 hectare, sown on .* Withdrawn on/ });
    await expect(withdrawn).toBeVisible();
    await withdrawn.getByRole('button', { name: 'Undo: RAGI' }).click();
    await expect(undone).toBeVisible();
    await expect(page.getByRole('button', { name: 'Withdraw RAGI' })).toBeVisible();
  },
);
