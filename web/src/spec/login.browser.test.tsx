import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { button, expectAt, expectGone, expectText, expectVisible, press } from '@/testing/expectations';
import { openScreen } from '@/testing/render-screen';
import { server } from '@/testing/server';

const login = {
  farmerId: page.getByLabelText('Farmer ID'),
  mobile: page.getByLabelText('Mobile Number'),
  login: button('Login'),
  error: page.getByRole('alert'),
};

test("Inputs: Farmer ID (text) and Mobile Number (tel). The Login button's submit does nothing", async () => {
  await openScreen('/login', { user: null });
  await expect.element(login.farmerId).toHaveAttribute('type', 'text');
  await expect.element(login.mobile).toHaveAttribute('type', 'tel');
  await login.farmerId.fill('TN-123');
  await login.mobile.fill('9876543210');
  server.asked.length = 0;
  await login.login.click();
  (await login.mobile.findElement()).focus();
  await press('Enter');
  await expectAt('/login');
  await expect.element(login.farmerId).toHaveValue('TN-123');
  await expect.element(login.mobile).toHaveValue('9876543210');
  await expectGone(login.error);
  expect(server.asked).toEqual([]);
});

test('Errors with the prefix auth/ are each said in words', async () => {
  const said = new Set<string>();
  const codes = [
    'network-request-failed',
    'popup-blocked',
    'popup-closed-by-user',
    'cancelled-popup-request',
    'unauthorized-domain',
    'account-exists-with-different-credential',
    'user-not-found',
    'invalid-user-token',
    'internal-error',
    'user-cancelled',
  ];
  for (const code of codes) {
    await openScreen(`/login?error=auth/${code}`, { user: null });
    await expectVisible(login.error);
    await expect.element(login.error).not.toHaveTextContent('auth/');
    said.add(login.error.element().textContent ?? '');
  }
  expect(said.size).toBe(codes.length);
});

test('A code that nobody knows, or with script in it, is said in plain words', async () => {
  for (const code of [
    'auth/<img src=x onerror=alert(1)>',
    'auth/',
    'x'.repeat(2000),
    '__proto__',
    'auth/constructor',
  ]) {
    await openScreen(`/login?error=${encodeURIComponent(code)}`, { user: null });
    await expectText(login.error, 'Sign-in did not work. Please try again.');
  }
});
