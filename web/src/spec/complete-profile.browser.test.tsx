import { expect, test } from 'vitest';
import { expectAt, expectGone, expectRed, expectText, expectVisible } from '@/testing/expectations';
import { EMPTY_RECORD, FARMER } from '@/testing/first-answers';
import { profileForm as form } from '@/testing/forms';
import { openScreen } from '@/testing/render-screen';
import { server } from '@/testing/server';

test("receives the user's email", async () => {
  await openScreen('/ftl');
  await expect.element(form.email).toHaveValue(FARMER.email);
  await expect.element(form.email).toHaveAttribute('readonly');
});

test('Text inputs Number and Place, prefilled from saved data', async () => {
  server.answer('GET /api/v1/me/profile', { ...EMPTY_RECORD, number: '98765 43210', place: 'Madurai' });
  await openScreen('/ftl');
  await expect.element(form.number).toHaveAttribute('type', 'text');
  await expect.element(form.place).toHaveAttribute('type', 'text');
  await expect.element(form.number).toHaveValue('98765 43210');
  await expect.element(form.place).toHaveValue('Madurai');
});

test("Number and Place are both required. Otherwise an alert 'Please fill in both fields' is shown", async () => {
  await openScreen('/ftl');
  for (const [number, place, missing] of [
    ['', '', form.number],
    ['98765', '', form.place],
    ['   ', 'Madurai', form.number],
  ] as const) {
    await form.number.fill(number);
    await form.place.fill(place);
    await form.submit.click();
    await expectText(form.alert, 'Please fill in both fields');
    await expect.element(missing).toHaveFocus();
    await expect.element(missing).toHaveAttribute('aria-invalid', 'true');
  }
  await expectAt('/ftl');
});

test("red inline text 'Please fill in all fields.' shows while either is empty", async () => {
  await openScreen('/ftl');
  await expectVisible(form.inline);
  await expectRed(form.inline);
  await form.number.fill('98765');
  await expectVisible(form.inline);
  await form.place.fill('Madurai');
  await expectGone(form.inline);
  await form.number.fill('');
  await expectVisible(form.inline);
});
