import type { Locator, Page } from '@playwright/test';
import { expect, signIn, tapTwice, test } from './grow-test';
import { AppHeader } from './pages/app-header';
import { sowingsTable } from './pages/crop-table';
import { SOWN, SowPage } from './pages/sow-page';

/** The question of a number field about an ambiguous number. */
const question = (page: Page) => page.getByRole('main').getByRole('group');

test('a 0 that is touched is replaced by what is typed, and beside a tested nutrient the others are empty', async ({
  signedIn: page,
}) => {
  await page.goto('/npk');
  const [n, p, k] = ['Nitrogen (N)', 'Phosphorus (P)', 'Potassium (K)'].map((name) => page.getByLabel(name));
  // At the left edge of the field, before its 0.
  await n?.click({ position: { x: 14, y: 20 } });
  await page.keyboard.type('14');
  await expect(n as Locator).toHaveValue('14');
  await page.keyboard.press('Tab');
  await expect(p as Locator).toBeFocused();
  await page.keyboard.type('3');
  await expect(p as Locator).toHaveValue('3');
  await p?.fill('');
  await page.getByRole('button', { name: 'Update NPK' }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/profile');
  await expect(page.getByText('14, not tested, not tested')).toBeVisible();
  await page.goto('/npk');
  await expect(n as Locator).toHaveValue('14');
  await expect(p as Locator).toHaveValue('');
  await expect(k as Locator).toHaveValue('');
});

test('a save over what another tab has saved meanwhile asks which one stands', async ({ signedIn: page }) => {
  const elsewhere = (part: string, data: object) => page.request.put(`/api/v1/me/${part}`, { data });
  const nitrogen = page.getByLabel('Nitrogen (N)');
  const update = page.getByRole('button', { name: 'Update NPK' });
  const dialog = page.getByRole('dialog', { name: 'This was changed meanwhile' });
  await page.goto('/npk');
  await nitrogen.fill('14');
  await elsewhere('water', { water: 'rain_only' });
  await update.click();
  await expect(page, 'another part of the record').toHaveURL('/dashboard');

  await page.goto('/npk');
  await nitrogen.fill('15');
  await elsewhere('npk', { n: 200, p: 0, k: 120 });
  await update.click();
  await expect(dialog).toContainText('Saved now200, not tested, 120');
  await expect(dialog).toContainText('Yours15, not tested, not tested');
  await page.keyboard.press('Escape');
  await expect(nitrogen, 'nothing typed is lost').toHaveValue('15');
  await update.click();
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page).toHaveURL('/dashboard');
  expect((await (await page.request.get('/api/v1/me/profile')).json()).npk).toEqual({ n: 15, p: 0, k: 0 });

  await page.goto('/npk');
  await nitrogen.fill('16');
  await elsewhere('npk', { n: 300, p: 0, k: 0 });
  await update.click();
  await dialog.getByRole('button', { name: 'Take the newer one' }).click();
  await expect(page.getByText('Nothing was changed. The newer one stays.')).toBeVisible();
  await page.goto('/npk');
  await expect(nitrogen).toHaveValue('300');
});

test('a comma in a number is its decimal point, typed or pasted, and commas that group are left out', async ({
  signedIn: page,
}) => {
  await page.goto('/add');
  const sow = new SowPage(page);
  await sow.crop.selectOption('GROUNDNUT');
  await sow.fieldSize.pressSequentially('1,25');
  await expect(sow.fieldSize).toHaveValue('1.25');
  for (const [written, value] of [
    ['12,5', '12.5'],
    ['1,00,000', '100000'],
    ['1,000.5', '1000.5'],
  ] as const) {
    await sow.fieldSize.clear();
    await sow.fieldSize.pressSequentially(written);
    await expect(sow.fieldSize, `${written} typed`).toHaveValue(value);
    // Replaces the selected text.
    await sow.fieldSize.selectText();
    await page.keyboard.insertText(written);
    await expect(sow.fieldSize, `${written} pasted`).toHaveValue(value);
    await expect(question(page)).toHaveCount(0);
  }
  await sow.fieldSize.fill('10000.5');
  await sow.submit.click();
  await expect(sow.error).toHaveText('Enter a field size of at most 10,000 hectares.');
});

test('1,000 asks whether one or one thousand is meant, and saves neither before', async ({
  signedIn: page,
}) => {
  await page.goto('/add');
  const sow = new SowPage(page);
  await sow.crop.selectOption('GROUNDNUT');
  await sow.fieldSize.pressSequentially('1,000');
  await expect(question(page)).toHaveAccessibleName('You wrote 1,000. Which do you mean?');
  await expect(sow.fieldSize).toHaveAccessibleDescription(/You wrote 1,000\. Which do you mean\?/);
  await sow.submit.click();
  await expect(sow.error).toHaveText('Choose the number that you mean.');
  await expect(sow.fieldSize).toBeFocused();

  const more = question(page).getByRole('button', { name: '1000 hectares' });
  expect((await more.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  await more.click();
  await expect(sow.fieldSize).toHaveValue('1000');
  await expect(sow.fieldSize).toBeFocused();
  await expect(sow.error).toHaveCount(0);
  await expect(question(page)).toHaveCount(0);

  await sow.fieldSize.clear();
  await page.keyboard.insertText('1,000');
  await question(page).getByRole('button', { name: '1 hectare', exact: true }).click();
  await sow.submit.click();
  await expect(page.getByRole('status').filter({ hasText: SOWN })).toBeVisible();
  await page.goto('/my-sowing');
  await expect(await sowingsTable(page).cell('GROUNDNUT', 'Field Size (hectare)')).toHaveText('1.00');

  await page.goto('/npk');
  const nitrogen = page.getByLabel('Nitrogen (N)');
  await nitrogen.fill('');
  await nitrogen.pressSequentially('1,5,2');
  await page.getByRole('button', { name: 'Update NPK' }).click();
  await expect(nitrogen).toHaveAccessibleDescription(/Write the number without commas\./);
  await nitrogen.fill('');
  await nitrogen.pressSequentially('1,250');
  await expect(question(page).getByRole('button')).toHaveText(['1.25 kg per hectare', '1250 kg per hectare']);
  await nitrogen.press('Backspace');
  await expect(nitrogen).toHaveValue('1.25');
  await expect(question(page)).toHaveCount(0);
});

test('Tamil and Devanagari digits are digits, typed, pasted or composed', async ({ signedIn: page }) => {
  await page.goto('/npk');
  const nitrogen = page.getByLabel('Nitrogen (N)');
  const keyboard = await page.context().newCDPSession(page);
  for (const [written, value] of [
    ['௧௨.௫', '12.5'],
    ['१८०', '180'],
    ['௧,௨௫', '1.25'],
  ] as const) {
    await nitrogen.fill('');
    await nitrogen.pressSequentially(written);
    await expect(nitrogen, `${written} typed`).toHaveValue(value);
    await nitrogen.selectText();
    await page.keyboard.insertText(written);
    await expect(nitrogen, `${written} pasted`).toHaveValue(value);
    // Text inserted by a phone's keyboard, which cannot be cancelled.
    await nitrogen.fill('7');
    await nitrogen.press('End');
    await keyboard.send('Input.imeSetComposition', { text: written, selectionStart: 1, selectionEnd: 1 });
    await keyboard.send('Input.insertText', { text: written });
    await expect(nitrogen, `${written} composed`).toHaveValue(`7${value}`);
  }
});

test('the wheel scrolls the page and leaves a number as it was typed', async ({ signedIn: page }) => {
  await page.goto('/npk');
  const nitrogen = page.getByLabel('Nitrogen (N)');
  await nitrogen.fill('180');
  await nitrogen.hover();
  await page.mouse.wheel(0, 40);
  await page.mouse.wheel(0, 40);
  await expect(nitrogen).not.toBeFocused();
  await expect(nitrogen).toHaveValue('180');
});

test('the notice of a save is shown to the farmer who saved, and not to the next one on this phone', async ({
  signedIn: page,
}) => {
  await page.goto('/npk');
  await page.getByRole('button', { name: 'Update NPK' }).click();
  const saved = page.getByText('NPK updated successfully!');
  await expect(saved).toBeVisible();
  await new AppHeader(page).choose('Sign Out');
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
  // Immediately, not after the display time.
  expect(await saved.count()).toBe(0);
  await page.goto('/demand');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Guest');
  await expect(saved).toHaveCount(0);
});

test('a mistaken sowing can be withdrawn, after a question', async ({ signedIn: page }) => {
  await page.goto('/add');
  const sow = new SowPage(page);
  await sow.crop.selectOption('RAGI');
  await sow.fieldSize.fill('1');
  await sow.submit.click();
  await expect(page.getByRole('status').filter({ hasText: SOWN })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.goto('/my-sowing');
  const withdraw = page.getByRole('button', { name: 'Withdraw RAGI' });
  await withdraw.click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw this sowing?' });
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(withdraw).toBeFocused();
  await withdraw.click();
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('No sowing data available.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

async function sowByApi(page: Page, crop: string): Promise<string> {
  const answer = await page.request.post('/api/v1/me/sowings', {
    headers: { 'Idempotency-Key': `sown-elsewhere-${crop}` },
    data: { crop, field_size_ha: 1 },
  });
  return (await answer.json()).id;
}

test('two taps on Withdraw send one request', async ({ signedIn: page }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'DELETE') sent.push(request.url());
  });
  await sowByApi(page, 'ragi');
  await page.goto('/my-sowing');
  await page.getByRole('button', { name: 'Withdraw RAGI' }).click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw this sowing?' });
  await dialog.getByRole('button', { name: 'Withdraw' }).evaluate(tapTwice);
  await expect(page.getByText('No sowing data available.')).toBeVisible();
  expect(sent).toHaveLength(1);
});

for (const [kind, comeBack] of [
  ['window', () => window.dispatchEvent(new Event('focus'))],
  ['tab', () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))],
] as const) {
  test(`a sowing that was withdrawn in another ${kind} leaves the list when this one is looked at again`, async ({
    signedIn: page,
  }) => {
    const [ragi] = [await sowByApi(page, 'ragi'), await sowByApi(page, 'maize')];
    await page.goto('/my-sowing');
    const sowings = sowingsTable(page);
    await expect(sowings.rows).toHaveCount(2);
    await page.request.delete(`/api/v1/me/sowings/${ragi}`);
    await page.evaluate(comeBack);
    await expect(sowings.rows).toHaveCount(1);
  });
}

test('typed text survives a sign-out in another tab, for the same farmer only', async ({
  page,
  context,
  farmer,
}) => {
  const nitrogen = page.getByLabel('Nitrogen (N)');
  const other = await context.newPage();
  const signOutThere = async () => {
    await other.goto('/profile');
    await new AppHeader(other).choose('Sign Out');
    await expect(page).toHaveURL('/login');
  };
  await signIn(page, farmer);
  await page.goto('/npk');
  await nitrogen.fill('212.5');
  await page.getByLabel('My soil report gives').selectOption({ index: 1 });
  await signOutThere();
  await signIn(other, farmer);
  await page.goto('/npk');
  await expect(nitrogen).toHaveValue('212.5');
  await expect(page.getByLabel('My soil report gives')).not.toHaveValue('elements-ha');
  await signOutThere();
  await signIn(other, { name: 'Next', email: `next-${farmer.email}` });
  await page.goto('/npk');
  await expect(nitrogen).toHaveValue('0');
});
