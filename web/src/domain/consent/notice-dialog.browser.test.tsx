import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createQueryClient } from '@/shared/api/query-client';
import { expectGone, expectVisible } from '@/testing/expectations';
import { openScreen } from '@/testing/render-screen';
import { server } from '@/testing/server';
import { ask } from './notice-dialog';

test('Back with the notice open closes it, and is no consent', async () => {
  server.answer('GET /api/v1/privacy-notice', {
    version: 1,
    language: 'en',
    title: 'What Grow keeps',
    in_short: ['Your number and place.'],
    introduction: [],
    items: [],
    rights: [],
    withdrawal: '',
    complaint: '',
    grievance_contact: null,
  });
  await openScreen('/profile');
  history.pushState(null, '', '/npk');
  const answer = ask(createQueryClient('meena'));
  const notice = page.getByRole('dialog', { name: 'What Grow keeps' });
  await expectVisible(notice);
  history.back();
  await expect(answer).resolves.toBe(false);
  await expectGone(notice);
});
