import { expect, signIn, test } from './grow-test';

test('a farmer sees where they are signed in, and signs out there', async ({
  signedIn: page,
  farmer,
  browser,
  grow,
}) => {
  const elsewhere = await browser.newContext({
    baseURL: grow.url,
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36',
  });
  const phone = await elsewhere.newPage();
  await signIn(phone, farmer);

  await page.goto('/profile');
  const sessions = page.getByRole('region', { name: 'Where you are signed in' });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await expect(sessions.getByRole('listitem').filter({ hasText: 'This browser' })).toHaveCount(1);
  const there = sessions.getByRole('listitem').filter({ hasText: 'Chrome on Android' });
  await expect(there).toContainText('Last used on');

  await there.getByRole('button', { name: /^Sign out Chrome on Android/ }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'Chrome on Android is signed out.' }),
  ).toBeVisible();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await expect(sessions.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0);
  await phone.goto('/npk');
  await expect(phone).toHaveURL('/demand');

  await signIn(phone, farmer);
  await page.reload();
  await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await phone.goto('/npk');
  await expect(phone).toHaveURL('/demand');
  await elsewhere.close();

  await sessions.getByRole('button', { name: 'Sign out of this browser' }).click();
  await expect(page).toHaveURL('/login');
});
