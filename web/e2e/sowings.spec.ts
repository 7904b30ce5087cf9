import { expect, test } from './grow-test';

test('A sowing beyond what one farmer usually sows is kept, and says that it waits to be counted', async ({
  signedIn: page,
}) => {
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
});
