import { expect, test } from '../grow-test';
import { SoilClimateTable } from '../pages/crop-table';

test('Only crops with predicted_probability above 0.1 are included, ordered by probability descending', async ({
  signedIn: page,
}) => {
  const saved = await page.request.put('/api/v1/me/place', {
    data: { place: 'Erode', district: 'tn-erode' },
  });
  expect(saved.status()).toBe(200);
  expect((await page.request.put('/api/v1/me/npk', { data: { n: 180, p: 30, k: 250 } })).status()).toBe(200);
  // The farmer's own copy holds the probabilities of all sixteen crops.
  const { prediction } = await (await page.request.get('/api/v1/me/export')).json();
  expect(Object.keys(prediction.millionths)).toHaveLength(16);
  const { items } = await (await page.request.get('/api/v1/crops')).json();
  const expected = items
    .map(({ crop, name }: { crop: string; name: string }) => ({
      name,
      share: prediction.millionths[crop] / 1e6,
    }))
    .filter(({ share }: { share: number }) => share > 0.1)
    .toSorted((one: { share: number }, other: { share: number }) => other.share - one.share)
    .map(({ name, share }: { name: string; share: number }) => [name, share.toFixed(3)]);

  await page.goto('/rec-sc');
  const table = new SoilClimateTable(page);
  await expect(table.rows).toHaveCount(expected.length);
  const shown = [];
  for (const crop of await table.crops()) {
    shown.push([crop, await (await table.cell(crop, 'Probability')).textContent()]);
  }
  expect(shown).toEqual(expected);
});
