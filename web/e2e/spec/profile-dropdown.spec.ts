import { expect, test } from '../grow-test';
import { AppHeader } from '../pages/app-header';

test('Sign Out signs the user out, clears the user and goes to /login, replacing history', async ({
  signedIn: page,
}) => {
  await page.goto('/dashboard');
  const header = new AppHeader(page);
  await header.choose('Profile');
  await expect(page).toHaveURL('/profile');
  const steps = await page.evaluate(() => history.length);
  await header.choose('Sign Out');
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => history.length)).toBe(steps);
  await expect(page.getByRole('button', { name: /^Menu of/ })).toHaveCount(0);
  // The phone forgets at once; the server hears of it meanwhile.
  const session = async () => (await page.request.get('/api/v1/session')).json();
  await expect.poll(session).toEqual({ user: null });
  await page.goBack();
  await expect(page).toHaveURL('/login');
});
