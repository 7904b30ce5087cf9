import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { button, expectVisible } from '@/testing/expectations';
import { openScreen } from '@/testing/render-screen';

test('the error of a sign-in that another tab has begun is not shown here', async () => {
  await openScreen('/login', { user: null });
  await expectVisible(button('Login'));
  const elsewhere = new BroadcastChannel('grow-auth');
  elsewhere.postMessage({ type: 'error', code: 'auth/internal-error' });
  // Messages of a channel arrive in their order.
  const arrived = new Promise((heard) => {
    const listener = new BroadcastChannel('grow-auth');
    listener.onmessage = () => {
      listener.close();
      heard(null);
    };
  });
  elsewhere.postMessage({ type: 'started' });
  await arrived;
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  expect(page.getByRole('alert').elements()).toEqual([]);
  elsewhere.close();
});
