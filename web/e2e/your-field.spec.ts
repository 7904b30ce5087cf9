import { noticeNetwork } from './answers';
import { expect, ON_FIRST_OF_JULY, signIn, tapTwice, test } from './grow-test';
import { YourField } from './pages/your-field';

test.use({ settings: ON_FIRST_OF_JULY });

test('the first visit comes to advice with 12 taps and 3 typed values at most, and sown land is not advised again', async ({
  page,
  farmer,
}) => {
  let [taps, typed] = [0, 0];
  const tap = async (name: string | RegExp, role: 'button' | 'link' = 'button') => {
    taps += 1;
    // As long as a finger rests: nothing may move away under it.
    await page.getByRole(role, { name, exact: typeof name === 'string' }).click({ delay: 300 });
  };
  const type = async (label: string, text: string) => {
    typed += 1;
    await page.getByLabel(label).fill(text);
  };
  // The sign-in itself: the button, and the account.
  taps += 2;
  await signIn(page, farmer);
  await page.goto('/dashboard');
  await tap('Complete Your Profile', 'link');
  await type('Number', '98765 43210');
  await type('Place', 'Perundurai 638052');
  await tap('Submit');
  await tap('I agree');
  const { line, questions: field } = new YourField(page);
  await tap('Better advice: 0 of 5 answered');
  await type('In your unit', '2.25');
  await tap('Save my land');
  await expect(field).toContainText('2.25 acres (0.91 hectare)');
  taps += 1;
  await field.getByText('Once or twice').click();
  await tap('No soil test');
  taps += 1;
  await field.getByText('Nothing (fallow)').click();
  await expect(line).toHaveText('Better advice: 4 of 5 answered');
  // She reads what it changes before she taps again.
  const saved = page.waitForResponse('**/api/v1/me/known-crops/groundnut');
  const renewed = saved.then(() => page.waitForResponse('**/api/v1/me/advice'));
  await tap(/Groundnut/);
  await renewed;
  await tap(/^See why/, 'link');
  await expect(page.getByRole('button', { name: /^I plan to sow this/ }).first()).toBeVisible();
  expect(taps, 'taps').toBeLessThanOrEqual(12);
  expect(typed, 'typed values').toBeLessThanOrEqual(3);
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: /^See why/ })).toBeVisible();
  await expect(line).toHaveCount(0);

  const sow = async (acres: number) => {
    const answer = await page.request.post('/api/v1/me/sowings', {
      headers: { 'idempotency-key': `your-field-${acres * 100}` },
      data: { crop: 'groundnut', field_size: { value: acres, unit: 'acre' } },
    });
    expect(answer.status()).toBe(201);
  };
  await sow(1.25);
  await page.goto('/advice');
  await expect(page.getByText('For the 1 acre of your land that is free.')).toBeVisible();
  await page
    .getByRole('button', { name: /^More about it/ })
    .first()
    .click();
  await expect(page.getByText(/^Seed for 1 acre:/).first()).toBeVisible();
  await sow(1);
  await page.goto('/dashboard');
  await expect(page.getByText(/^Sown on all of your 2.25 acres: nothing left to advise until/)).toBeVisible();
  await expect(page.getByText('Sown: groundnut, 1.25 acres')).toBeVisible();
});

test('the questions about the field stand open or closed as the farmer has left them', async ({
  signedIn: page,
}) => {
  await page.request.put('/api/v1/me/profile', { data: { number: '98765 43210', place: 'Erode' } });
  await page.goto('/dashboard');
  const { line, questions } = new YourField(page);
  await expect(line).toHaveAttribute('aria-expanded', 'false');
  await line.click();
  await expect(questions).toBeVisible();
  for (const path of ['/dashboard', '/advice']) {
    await page.goto(path);
    await expect(questions).toBeVisible();
  }
  await line.click();
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: /^See why/ })).toBeVisible();
  await expect(line).toBeVisible();
  await expect(questions).toHaveCount(0);
});

test('an answer about the field outlives a lost network, and two taps save it once', async ({
  signedIn: page,
}) => {
  await page.request.put('/api/v1/me/profile', { data: { number: '98765 43210', place: 'Erode' } });
  await page.goto('/dashboard');
  const { line, questions: field } = new YourField(page);
  await line.click();
  await field.getByLabel('In your unit').fill('2.25');
  const saves: string[] = [];
  let isLost = true;
  await page.route(/\/api\/v1\/me\/(land|water|npk)$/, (route) => {
    saves.push(route.request().url().replace(/.*\//, ''));
    return isLost ? route.abort('connectionreset') : route.fallback();
  });
  const answers = [
    ['land', field.getByRole('button', { name: 'Save my land' }), '1 of 5 answered'],
    ['water', field.getByText('Once or twice', { exact: true }), '2 of 5 answered'],
    ['npk', field.getByRole('button', { name: 'No soil test' }), '3 of 5 answered'],
  ] as const;
  for (const [name, button, answered] of answers) {
    await button.evaluate(tapTwice);
    await expect(page.getByText('Kept on this phone, not sent yet.').first(), name).toBeVisible();
    await expect(line).toHaveText(`Better advice: ${answered}`);
  }
  isLost = false;
  saves.length = 0;
  await noticeNetwork(page);
  await expect.poll(() => saves).toEqual(['land', 'water', 'npk']);
  const record = await (await page.request.get('/api/v1/me/profile')).json();
  expect(record).toMatchObject({ land_entered: { value: 2.25 }, water: 'once_or_twice' });
});
