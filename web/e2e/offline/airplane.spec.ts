import { agree, expect, ON_FIRST_OF_JULY, settled, signIn, walkTo } from '../grow-test';
import { SOWN, SowPage } from '../pages/sow-page';
import { BOTH_WIDTHS } from '../tags';
import { answerKept, appKept, heal, KEPT, noNetwork, recorded, test, unsent } from './offline-test';

test.use({ settings: ON_FIRST_OF_JULY });

test('the main job is done in airplane mode, and arrives', BOTH_WIDTHS, async ({ page, farmer, link }) => {
  await signIn(page, farmer);
  await agree(page);
  await page.request.put('/api/v1/me/profile', { data: { number: '98765 43210', place: 'Erode' } });
  await page.goto('/dashboard');
  for (const path of ['/advice', '/add', '/my-sowing', '/npk', '/manage-crops', '/dashboard']) {
    await walkTo(page, path);
    await settled(page);
  }
  await answerKept(page, 'me', 'recommendations', 'advice');
  await appKept(page);

  // In the field.
  link.turn('cut');
  await page.goto('/');
  await expect(page).toHaveURL('/dashboard');
  await expect(noNetwork(page)).toBeVisible();
  const advice = page.getByRole('region', { name: 'What to sow now' });
  const crop = /What to sow now: (.+)/.exec(await advice.innerText())?.[1] ?? '';
  expect(crop).not.toBe('');

  await walkTo(page, '/npk');
  await page.getByLabel('Nitrogen (N)').fill('180');
  await page.getByLabel('Phosphorus (P)').fill('30');
  await page.getByLabel('Potassium (K)').fill('250');
  await page.getByRole('button', { name: 'Update NPK' }).click();
  await expect(page.getByRole('status').getByText(KEPT)).toBeVisible();

  await walkTo(page, '/manage-crops');
  await page.getByRole('button', { name: 'Maize', exact: true }).click();

  await walkTo(page, '/add');
  const form = new SowPage(page);
  await form.crop.selectOption({ label: 'MAIZE' });
  await form.fieldSize.fill('2');
  await form.submit.click();
  await expect(page.getByRole('status').getByText(KEPT)).toBeVisible();
  // Saving leads back.
  await expect(page).toHaveURL('/manage-crops');

  await page.goto('/my-sowing');
  await expect(unsent(page)).toHaveCount(3);
  await expect(unsent(page).last()).toContainText('Sowing of MAIZE, 2 hectares');

  // Back in the village.
  await heal(page, link);
  await expect(unsent(page)).toHaveCount(0);
  await expect(page.getByText('3 entries that were kept on this phone are saved now.')).toBeVisible();
  expect(await recorded(page)).toEqual(['maize']);
  const record = await (await page.request.get('/api/v1/me/profile')).json();
  expect(record).toMatchObject({ npk: { n: 180, p: 30, k: 250 }, known_crops: ['maize'] });
  await expect(page.getByRole('status').getByText(SOWN)).toHaveCount(0);
});
