import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  expectCount,
  expectRed,
  expectText,
  expectTexts,
  expectVisible,
  tapTwice,
} from '@/testing/expectations';
import { FARMER } from '@/testing/first-answers';
import { sowForm as sow } from '@/testing/forms';
import { openScreen } from '@/testing/render-screen';
import { problem, reply, server } from '@/testing/server';
import { SOWING } from '@/testing/sowing';

const INVALID = 'Please select a crop and enter a valid field size (positive number).';

/** Crop choices of the form (section 3). */
const CROPS = [
  'PADDY',
  'CHOLAM',
  'CUMBU',
  'RAGI',
  'MAIZE',
  'RED GRAM',
  'BENGAL GRAM',
  'GREEN GRAM',
  'BLACK GRAM',
  'HORSE GRAM',
  'GROUNDNUT',
  'GINGELLY',
  'POTATO',
  'ONION',
  'SUGARCANE',
  'COTTON',
];

test('A crop selector with the sixteen crop choices', async () => {
  await openScreen('/add');
  await expectTexts(sow.crop.getByRole('option'), ['Select a crop', ...CROPS]);
  await expect.element(sow.crop).toHaveValue('');
});

test('or a fixed read-only crop when a crop name and an email arrive through navigation state', async () => {
  await openScreen('/add', { state: { email: FARMER.email, cropName: 'RED GRAM' } });
  await expect.element(sow.crop).toHaveValue('RED GRAM');
  await expect.element(sow.crop).toHaveAttribute('readonly');
});

test('Navigation state that is forged or halved fixes no crop', async () => {
  for (const state of [
    { email: FARMER.email },
    { cropName: 'GROUNDNUT' },
    { email: 'someone-else@example.org', cropName: 'GROUNDNUT' },
    { email: FARMER.email, cropName: '<script>alert(1)</script>' },
    { email: { toString: 1 }, cropName: ['GROUNDNUT'] },
    'GROUNDNUT',
  ]) {
    await openScreen('/add', { state });
    await expectCount(sow.crop.getByRole('option'), 17);
  }
});

test('A numeric field size in hectares (step 0.01, min 0)', async () => {
  await openScreen('/add');
  await expect.element(sow.fieldSize).toHaveAttribute('type', 'number');
  await expect.element(sow.fieldSize).toHaveAttribute('step', '0.01');
  await expect.element(sow.fieldSize).toHaveAttribute('min', '0');
  await expect.element(sow.fieldSize).toHaveAccessibleDescription(/hectares/);
});

test("The button reads 'Add Crop Details' and 'Adding...' while saving, then 'Crop and field size added successfully!!!!'", async () => {
  await openScreen('/add');
  server.answer('POST /api/v1/me/sowings', reply(201, SOWING));
  const answer = server.holdBack('POST /api/v1/me/sowings');
  await sow.crop.selectOptions('MAIZE');
  await sow.fieldSize.fill('0.01');
  await expectText(sow.submit, 'Add Crop Details');
  await sow.submit.click();
  await expectText(sow.submit, 'Adding...');
  await expect.element(sow.submit).toBeDisabled();
  answer();
  await expectVisible(sow.saved);
});

test('A farmer who goes on before the answer comes stays where they are, and is told that it is saved', async () => {
  await openScreen('/add');
  server.answer('POST /api/v1/me/sowings', reply(201, SOWING));
  const answer = server.holdBack('POST /api/v1/me/sowings');
  await sow.crop.selectOptions('MAIZE');
  await sow.fieldSize.fill('0.01');
  await sow.submit.click();
  await expectText(sow.submit, 'Adding...');
  const back = vi.spyOn(history, 'back');
  history.pushState(null, '', '/manage-crops');
  await expectVisible(page.getByRole('heading', { name: 'My Known Crops' }));
  answer();
  await expectVisible(sow.saved);
  expect(back).not.toHaveBeenCalled();
  expect(location.pathname).toBe('/manage-crops');
});

test('Each form has a saving flag: two quick taps send one sowing', async () => {
  server.answer('POST /api/v1/me/sowings', reply(201, SOWING));
  await openScreen('/add');
  await sow.crop.selectOptions('ONION');
  await sow.fieldSize.fill('0.5');
  await tapTwice(sow.submit);
  await expectVisible(sow.saved);
  expect(server.askedFor('POST /api/v1/me/sowings')).toHaveLength(1);
});

test("A crop is required, and the field size must be a number greater than 0. Otherwise the message is 'Please select a crop and enter a valid field size (positive number).'", async () => {
  await openScreen('/add');
  await sow.fieldSize.fill('1');
  await sow.submit.click();
  await expectText(sow.alert, INVALID);
  await expectRed(sow.alert);
  await expect.element(sow.crop).toHaveFocus();

  await sow.crop.selectOptions('MAIZE');
  for (const size of ['', '0', '-1']) {
    await sow.fieldSize.fill(size);
    await sow.submit.click();
    await expectText(sow.alert, INVALID);
    await expect.element(sow.fieldSize).toHaveFocus();
  }
});

test("A non-numeric field size gives 'Please enter a valid number for the field size.'", async () => {
  await openScreen('/add');
  await sow.crop.selectOptions('MAIZE');
  for (const typed of ['1e', '--', '1e999']) {
    await sow.fieldSize.clear();
    await userEvent.type(sow.fieldSize, typed);
    await sow.submit.click();
    await expectText(sow.alert, 'Please enter a valid number for the field size.');
  }
});

test("Add-crop failure: 'Failed to add crop details. Please try again.'", async () => {
  server.answer('POST /api/v1/me/sowings', problem(422, 'idempotency-key-reused'));
  await openScreen('/add');
  await sow.crop.selectOptions('MAIZE');
  await sow.fieldSize.fill('2');
  await sow.submit.click();
  await expectText(sow.alert, 'Failed to add crop details. Please try again.');
  await expectRed(sow.alert);
  await expect.element(sow.submit).toBeEnabled();
  await expect.element(sow.fieldSize).toHaveValue(2);
});
