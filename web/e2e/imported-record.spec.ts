import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { NETWORK_SIGN_IN, networkWantsSignIn } from './answers';
import type { GrowServer } from './grow-server';
import { agree, expect, type Farmer, settled, signIn, tapTwice, test } from './grow-test';
import { BOTH_STORES } from './tags';

/** Imports a record under the farmer's e-mail: a place, a known crop and two sowings. */
async function importRecord(grow: GrowServer, { email }: Farmer, file: string): Promise<void> {
  const sowing = (crop_name: string, field_size: number) => ({
    crop_name,
    field_size,
    expected_yield: 2_400,
    sowing_date: { seconds: 1_750_000_000, nanoseconds: 0 },
  });
  const documents = [
    { collection: 'Grow', id: email, data: { number: '94430 98765', place: 'Erode', known_crops: ['ragi'] } },
    { collection: 'grow', id: email, data: { sowing: [sowing('GROUNDNUT', 1), sowing('PADDY', 0.5)] } },
  ];
  await writeFile(file, documents.map((document) => JSON.stringify(document)).join('\n'));
  expect(await grow.command('import', file)).toContain('1 farmer was added.');
}

const found = (page: Page) => page.getByRole('region', { name: 'We found your earlier record' });

test(
  'an imported record is told at the sign-in, kept after the notice, and not asked about again',
  BOTH_STORES,
  async ({ page, farmer, grow }, info) => {
    await importRecord(grow, farmer, info.outputPath('documents.jsonl'));
    await signIn(page, farmer);
    await page.goto('/dashboard');
    await expect(found(page)).toContainText(`It was kept under ${farmer.email} in another application`);
    for (const line of ['Place Erode', 'Known crops 1', 'Sowings 2', 'Area of the sowings (hectares) 1.50']) {
      await expect(found(page)).toContainText(line.replace(/ (?=[^ ]+$)/, ''));
    }
    await found(page).getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'I agree' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'is in your account now' })).toBeVisible();
    await expect(found(page)).toHaveCount(0);
    await page.goto('/my-sowing');
    await expect(page.getByText('GROUNDNUT').first()).toBeVisible();
    await page.goto('/dashboard');
    await settled(page);
    await expect(found(page)).toHaveCount(0);
  },
);

test(
  'an imported record is erased only after a question',
  BOTH_STORES,
  async ({ page, farmer, grow }, info) => {
    await importRecord(grow, farmer, info.outputPath('documents.jsonl'));
    await signIn(page, farmer);
    await page.goto('/dashboard');
    await found(page).getByRole('button', { name: 'Erase it' }).click();
    const question = page.getByRole('dialog', { name: 'Erase your earlier record?' });
    await question.getByRole('button', { name: 'Go back' }).click();
    await expect(question).toHaveCount(0);
    await found(page).getByRole('button', { name: 'Erase it' }).click();
    await question.getByRole('button', { name: 'Erase it' }).click();
    await expect(
      page.getByRole('status').filter({ hasText: 'Your earlier record is erased.' }),
    ).toBeVisible();
    await expect(found(page)).toHaveCount(0);
  },
);

test('an imported record is not said to be erased while it stands', async ({ page, farmer, grow }, info) => {
  await importRecord(grow, farmer, info.outputPath('documents.jsonl'));
  await signIn(page, farmer);
  const online = await networkWantsSignIn(page, '**/api/v1/me/imported-record', 'DELETE');
  await page.goto('/dashboard');
  await found(page).getByRole('button', { name: 'Erase it' }).click();
  const question = page.getByRole('dialog', { name: 'Erase your earlier record?' });
  await question.getByRole('button', { name: 'Erase it' }).click();
  await expect(question.getByRole('alert')).toContainText(NETWORK_SIGN_IN);
  await online();
  await question.getByRole('button', { name: 'Erase it' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your earlier record is erased.' })).toBeVisible();
});

test('two taps keep an imported record once, and erase it once', async ({ page, farmer, grow }, info) => {
  const sent: string[] = [];
  await page.route('**/api/v1/me/imported-record', async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    sent.push(route.request().method());
    await route.fulfill({ status: 503, json: { type: 'unavailable' } });
  });
  await importRecord(grow, farmer, info.outputPath('documents.jsonl'));
  await signIn(page, farmer);
  await agree(page);
  await page.goto('/dashboard');
  const unavailable = { hasText: 'Our store cannot be reached right now.' };
  await found(page).getByRole('button', { name: 'Keep it' }).evaluate(tapTwice);
  await expect(found(page).getByRole('alert').filter(unavailable)).toBeVisible();
  expect(sent).toEqual(['POST']);
  await found(page).getByRole('button', { name: 'Erase it' }).click();
  const question = page.getByRole('dialog', { name: 'Erase your earlier record?' });
  await question.getByRole('button', { name: 'Erase it' }).evaluate(tapTwice);
  await expect(question.getByRole('alert').filter(unavailable)).toBeVisible();
  expect(sent).toEqual(['POST', 'DELETE']);
});
