import { expect, ON_FIRST_OF_JULY, signIn, test } from './grow-test';
import { YourField } from './pages/your-field';
import { wordsOf } from './words';

test.use({ settings: ON_FIRST_OF_JULY, locale: 'hi-IN' });

const say = wordsOf('hi');

test('a farmer of Sitapur measures in bigha in Hindi, knows his nitrogen alone, and takes a card along', async ({
  page,
  farmer,
  context,
}) => {
  const button = (name: string) => page.getByRole('button', { name: say(name), exact: true });
  await signIn(page, farmer);
  await page.goto('/ftl');
  await page.getByLabel(say('Number')).fill('९८७६५ ४३२१०');
  await page.getByLabel(say('Place')).fill('२६१००१');
  await expect(page.getByText('सीतापुर', { exact: false }).first()).toBeVisible();
  await button('Submit').click();
  await button('I agree').click();

  await new YourField(page, say).open();
  await page.getByLabel(say('In your unit')).fill('4');
  await page.getByRole('radio').first().check();
  await button('Save my land').click();
  await page.goto('/npk');
  const nitrogen = page.getByLabel(say('Nitrogen (N)'));
  await nitrogen.click();
  await page.keyboard.type('140');
  await expect(nitrogen).toHaveValue('140');
  const other = await context.newPage();
  await other.goto('/npk');
  await other.getByLabel(say('Nitrogen (N)')).fill('200');
  await other.getByRole('button', { name: say('Update NPK') }).click();
  await expect(
    other.getByText('NPK updated successfully!').or(other.getByText(say('NPK updated successfully!'))),
  ).toBeVisible();
  await page.getByRole('button', { name: say('Update NPK') }).click();
  await button('Keep mine').click();
  await expect(page).toHaveURL('/dashboard');
  const { npk } = await (await page.request.get('/api/v1/me/profile')).json();
  expect(npk).toEqual({ n: 140, p: 0, k: 0 });

  await page.goto('/rec-sc');
  const table = page.getByRole('table').first();
  await table.getByRole('button').first().click();
  await expect(table.getByRole('button', { name: new RegExp(`^${say('Print')}`) })).toBeVisible();
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await table.getByRole('button', { name: new RegExp(`^${say('Print')}`) }).click();
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});
