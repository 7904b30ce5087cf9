import { expect, test } from './grow-test';

const WATER = '**/api/v1/me/water';

test('one tap says whether the field can be watered; a failure leads on, and another tap changes it', async ({
  signedIn: page,
}) => {
  await page.goto('/profile');
  const water = page.getByRole('group', { name: 'Can you water this field?' });
  const soil = page.getByRole('group', { name: 'What is the soil of this field?' });
  const answer = (name: string) => water.getByRole('radio', { name });
  const progress = water.getByRole('status');
  await expect(answer('Not said')).toBeChecked();

  const twice = water.getByText('Once or twice');
  expect((await twice.locator('..').boundingBox())?.height).toBeGreaterThanOrEqual(48);
  await twice.click();
  await expect(progress).toHaveText('Saved.');
  await expect(answer('Once or twice')).toBeChecked();

  await page.route(WATER, (route) => route.fulfill({ status: 422, json: { type: 'too-many-changes' } }));
  await water.getByText('Rain only').click();
  await expect(water.getByRole('alert')).toContainText('Rain only could not be saved.');
  await expect(answer('Once or twice')).toBeChecked();
  await page.unroute(WATER);
  await water.getByRole('button', { name: 'Try again' }).click();
  await expect(progress).toHaveText('Saved.');
  await expect(water.getByRole('alert')).toHaveCount(0);
  await expect(answer('Rain only')).toBeChecked();
  await expect(answer('Rain only')).toBeFocused();

  await page.keyboard.press('ArrowDown');
  await expect(answer('Not said')).toBeChecked();
  await soil.getByText('Heavy (clay, black)').click();
  await expect(soil.getByRole('status')).toHaveText('Saved.');
  const told = async () => {
    const record = await (await page.request.get('/api/v1/me/profile')).json();
    return [record.water, record.soil];
  };
  await expect.poll(told).toEqual([null, 'heavy']);
  await page.reload();
  await expect(answer('Not said')).toBeChecked();
  await expect(soil.getByRole('radio', { name: 'Heavy (clay, black)' })).toBeChecked();
});
