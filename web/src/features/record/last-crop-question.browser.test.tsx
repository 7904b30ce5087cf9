import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectText, expectVisible } from '@/testing/expectations';
import { EMPTY_RECORD } from '@/testing/first-answers';
import { openScreen } from '@/testing/render-screen';
import { problem, server } from '@/testing/server';

const RECORD = {
  ...EMPTY_RECORD,
  last_crop: 'groundnut',
  outside_crops: [
    { key: 'chillies', name: 'chillies' },
    { key: 'wheat', name: 'wheat' },
  ],
};

const question = page.getByRole('group', { name: 'What stood here last?' });
const answer = (name: string) => question.getByRole('radio', { name });
const line = page.getByRole('button', { name: /^What stood here last/ });

test('the crop of a sowing that has ended is chosen until one tap says otherwise', async () => {
  server.answer('GET /api/v1/me/profile', RECORD);
  server.answer('PUT /api/v1/me/last-crop', ({ body }) => ({ ...RECORD, ...body, revision: 1 }));
  await openScreen('/profile');
  await expectText(line, 'What stood here last: Groundnut');
  await line.click();
  await expect.element(answer('Groundnut')).toBeChecked();
  await question.getByText('Wheat', { exact: true }).click();
  await expectText(question.getByRole('status'), 'Saved.');
  await expect.element(answer('Wheat')).toBeChecked();
  await expectText(line, 'What stood here last: Wheat');
  expect(server.askedFor('PUT /api/v1/me/last-crop').map(({ body }) => body)).toEqual([
    { last_crop: 'wheat' },
  ]);
});

test('an answer without a network is kept, and one that is refused says what to do', async () => {
  server.answer('GET /api/v1/me/profile', RECORD);
  server.answer('PUT /api/v1/me/last-crop', problem(503, 'overloaded'));
  await openScreen('/profile');
  await line.click();
  await question.getByText('Nothing (fallow)').click();
  await expectText(question.getByRole('status'), 'Kept on this phone, not sent yet.');
  await expectText(line, 'What stood here last: Nothing (fallow)');

  server.answer('PUT /api/v1/me/last-crop', problem(422, 'unknown-last-crop', { field: 'last_crop' }));
  await question.getByText('Chillies').click();
  await expectVisible(page.getByText(/Grow does not know this crop\. Choose another from the list/).first());
});
