import { expect, test } from './grow-test';
import { LoginPage } from './pages/login-page';

const sentence = 'This sign-in was started from another address. Go on only if you want to sign in.';

test('a sign-in started by another site asks the farmer first, who can go on to Grow unchanged', async ({
  page,
  baseURL,
}) => {
  const start = `${baseURL}/auth/start?login_hint=stranger@example.in`;
  await page.route('http://seeds.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${start}">Free seeds</a>` }),
  );
  await page.goto('http://seeds.example/');
  await page.getByRole('link', { name: 'Free seeds' }).click();
  await expect(page.getByText(sentence)).toBeVisible();
  expect(await (await page.request.get('/api/v1/session')).json()).toEqual({ user: null });
  for (const name of ['Sign in with Google', 'Go to Grow without signing in']) {
    const box = await page.getByRole('link', { name }).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(48);
  }
  await page.getByRole('link', { name: 'Sign in with Google' }).click();
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Go to Grow without signing in' }).click();
  await expect(page).toHaveURL('/demand');
});

test('a farmer who typed another name of this computer signs in with one press more', async ({
  page,
  baseURL,
}) => {
  // On a phone: a popup could not report to a page on another host.
  await page.goto(`${baseURL?.replace('127.0.0.1', 'localhost')}/login`);
  await new LoginPage(page).google.click();
  await expect(page.getByText(sentence)).toBeVisible();
  await page.getByRole('link', { name: 'Sign in with Google' }).click();
  await page.getByRole('button', { name: 'Meena Devi' }).click();
  await expect(page).toHaveURL(`${baseURL}/dashboard`);
});
