import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectGone, press } from '@/testing/expectations';
import { openScreen } from '@/testing/render-screen';
import { LOST, type Operation, reply, server } from '@/testing/server';
import { SOWING } from '@/testing/sowing';

const NOTICE = {
  version: 1,
  language: 'en',
  title: 'What Grow keeps',
  in_short: ['Grow keeps what you enter.'],
  introduction: [],
  items: [],
  rights: [],
  withdrawal: '',
  complaint: '',
};

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog');

/** Holds an operation back, and shows that its dialog stays until the answer is there. */
async function expectWaiting(operation: Operation, start: () => Promise<void>, cancel: string) {
  const letGo = server.holdBack(operation);
  await start();
  await expect.poll(() => server.askedFor(operation)).toHaveLength(1);
  await expect.element(button(cancel)).toBeDisabled();
  // Browsers close a dialog on the second one.
  await press('Escape');
  await press('Escape');
  await expect.element(dialog).toHaveTextContent('cannot be called off now');
  await expect.element(dialog).toBeVisible();
  letGo();
  await expectGone(dialog);
}

test('a withdrawal that is under way is waited for', async () => {
  server.answer('GET /api/v1/me/sowings', { items: [SOWING], next_cursor: null });
  server.answer('DELETE /api/v1/me/sowings/{id}', reply(204));
  await openScreen('/my-sowing');
  await button('Withdraw GROUNDNUT').click();
  await expectWaiting(
    'DELETE /api/v1/me/sowings/{id}',
    () => dialog.getByRole('button', { name: 'Withdraw' }).click(),
    'Keep it',
  );
});

test('the end of an account that is under way is waited for', async () => {
  server.answer('DELETE /api/v1/me', reply(204));
  await openScreen('/profile');
  await button('Delete my account').click();
  await page.getByLabelText('To go on, type DELETE').fill('delete');
  await expectWaiting('DELETE /api/v1/me', () => button('Delete everything').click(), 'Keep my account');
});

test('a consent that is under way is waited for', async () => {
  server.answer('GET /api/v1/me/consent', { is_given: false, last: null });
  server.answer('PUT /api/v1/me/consent', { is_given: true, last: null });
  server.answer('GET /api/v1/privacy-notice', NOTICE);
  await openScreen('/profile');
  await button('Read and agree').click();
  await expectWaiting('PUT /api/v1/me/consent', () => button('I agree').click(), 'Not now');
});

test('a form in a dialog that is under way is waited for', async () => {
  server.answer('GET /api/v1/me/sowings', { items: [SOWING], next_cursor: null });
  server.answer('PATCH /api/v1/me/sowings/{id}', SOWING);
  await openScreen('/my-sowing');
  await button('Failed: GROUNDNUT').click();
  await expectWaiting('PATCH /api/v1/me/sowings/{id}', () => button('Yes, it failed').click(), 'Not now');
});

test("a yes whose answer was lost is taken back by 'Not now', or told not to be known", async () => {
  server.answer('GET /api/v1/me/consent', { is_given: false, last: null });
  server.answer('GET /api/v1/privacy-notice', NOTICE);
  server.answer('PUT /api/v1/me/consent', LOST);
  server.answer('DELETE /api/v1/me/consent', LOST);
  await openScreen('/profile');
  await button('Read and agree').click();
  await button('I agree').click();
  await expect.element(dialog).toHaveTextContent('Check your network');
  await button('Not now').click();
  await expect.element(dialog).toHaveTextContent('It is not known whether your yes has arrived.');
  await button('Not now').click();
  await expectGone(dialog);

  server.answer('DELETE /api/v1/me/consent', reply(204));
  await button('Read and agree').click();
  await button('I agree').click();
  await expect.element(dialog).toHaveTextContent('Check your network');
  await button('Not now').click();
  await expectGone(dialog);
  expect(server.askedFor('DELETE /api/v1/me/consent').length).toBeGreaterThan(1);
});
