import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAt, expectGone, expectTexts, expectVisible, press } from '@/testing/expectations';
import { chooseInMenu, menu, menuButton } from '@/testing/header';
import { openScreen, testOnBothWidths } from '@/testing/render-screen';
import { LOST, reply, server } from '@/testing/server';

/** Menu items (section 2) in their order, with their paths. */
const ITEMS = [
  ['Profile', '/profile'],
  ['NPK Update', '/npk'],
  ['My Crops', '/manage-crops'],
  ['Sow Crop', '/add'],
  ['Sowed Crops', '/my-sowing'],
  ['Total Demand', '/demand'],
  ['Crops Description', '/crop-list'],
  ['Sign Out', '/login'],
] as const;

testOnBothWidths(
  'Items: Profile (/profile), NPK Update (/npk), My Crops (/manage-crops), Sow Crop (/add), Sowed Crops (/my-sowing), Total Demand (/demand), Crops Description (/crop-list), Sign Out',
  async () => {
    server.answer('DELETE /api/v1/session', reply(204));
    await openScreen('/dashboard');
    await menuButton.click();
    await expectTexts(
      menu.getByRole('listitem'),
      ITEMS.map(([name]) => name),
    );
    await press('Escape');
    for (const [name, path] of ITEMS) {
      await chooseInMenu(name);
      await expectAt(path);
      await expectGone(menu);
    }
  },
);

test('Sign Out goes to /login from a public screen too', async () => {
  server.answer('DELETE /api/v1/session', reply(204));
  await openScreen('/demand');
  await chooseInMenu('Sign Out');
  await expectAt('/login');
});

testOnBothWidths('The dropdown closes on a click outside it', async () => {
  await openScreen('/dashboard');
  await menuButton.click();
  await expectVisible(menu);
  await page.getByRole('contentinfo').click({ position: { x: 5, y: 5 } });
  await expectGone(menu);
});

test('Sign-out failure: Logged, and done as soon as the server answers', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  server.answer('DELETE /api/v1/session', LOST);
  await openScreen('/dashboard');
  await chooseInMenu('Sign Out');
  await expectAt('/login');
  server.answer('DELETE /api/v1/session', reply(204));
  dispatchEvent(new Event('online'));
  await expect.poll(() => server.askedFor('DELETE /api/v1/session').length).toBeGreaterThan(1);
  expect(logged.mock.calls.some(([line]) => String(line).startsWith('Sign-out failed'))).toBe(true);
});
