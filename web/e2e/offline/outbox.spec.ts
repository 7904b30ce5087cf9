import { noticeNetwork } from '../answers';
import { expect, settled, signIn, walkTo } from '../grow-test';
import { AppHeader } from '../pages/app-header';
import { SOWN, SowPage } from '../pages/sow-page';
import { enter, heal, keep, keepOffline, keepUnanswered, recorded, test, unsent } from './offline-test';
import { queueSowings } from './phone';

test('a sowing without a network is kept, and arrives once when there is one', async ({
  page,
  farmer,
  link,
}) => {
  await keepOffline(page, farmer, link);
  // Nothing tells the phone that there is a network again: it tries.
  link.turn('working');
  await expect(page.getByRole('status').getByText(SOWN)).toBeVisible();
  expect(await recorded(page)).toEqual(['maize']);
});

for (const [title, connection] of [
  ['an answer that was lost on its way leaves one sowing', 'answers lost'],
  ['a network that wants a sign-in does not swallow a sowing', 'portal'],
] as const) {
  test(title, async ({ page, farmer, link }) => {
    const form = await enter(page, farmer);
    link.turn(connection);
    await keep(page, form);
    await heal(page, link);
    await expect(page.getByRole('status').getByText(SOWN)).toBeVisible();
    expect(await recorded(page)).toEqual(['maize']);
  });
}

test('a network that neither answers nor fails keeps nobody waiting', async ({ page, farmer, link }) => {
  await page.clock.install();
  const form = await enter(page, farmer);
  link.turn('silent');
  await keepUnanswered(page, form);
  await heal(page, link);
  await expect(page.getByRole('status').getByText(SOWN)).toBeVisible();
  expect(await recorded(page)).toEqual(['maize']);
});

test('what waits is listed', async ({ page, farmer, link }) => {
  await keepOffline(page, farmer, link);
  await walkTo(page, '/my-sowing');
  await expect(unsent(page)).toHaveCount(1);
  await expect(unsent(page)).toContainText('Sowing of MAIZE, 2 hectares');
});

test('what waits is taken back before it leaves, and never arrives', async ({ page, farmer, link }) => {
  const form = await enter(page, farmer);
  // It is known to be without a way, so that it is not tried.
  link.turn('cut');
  await keep(page, form);
  await walkTo(page, '/my-sowing');
  await page.getByRole('button', { name: /^Take back:/ }).click();
  // It was tried, so what undoes it waits behind it.
  await expect(unsent(page)).toHaveCount(2);
  await heal(page, link);
  await expect(unsent(page)).toHaveCount(0);
  await expect.poll(() => recorded(page)).toEqual([]);
});

test('a session that ended keeps a sowing, which the same farmer sends', async ({ page, farmer, link }) => {
  const form = await enter(page, farmer);
  // It ends on the way, and not under another question of the page.
  const address = '**/api/v1/me/sowings';
  await page.route(address, async (route) => {
    if (route.request().method() === 'POST') await page.request.delete('/api/v1/session');
    await route.fallback();
  });
  await form.submit.click();
  await expect(page).toHaveURL('/login');
  await page.unroute(address);
  await expect(page.getByText('One entry is only on this phone. It is sent when you sign in.')).toBeVisible();
  expect(link.requests).toContain('POST /api/v1/me/sowings');
  await signIn(page, farmer);
  await page.goto('/my-sowing');
  await expect(page.getByRole('status').getByText(SOWN)).toBeVisible();
  expect(await recorded(page)).toEqual(['maize']);
});

test("another farmer on this phone neither sees nor sends this one's sowing", async ({
  page,
  farmer,
  link,
}) => {
  await keepOffline(page, farmer, link);
  link.turn('working');
  await page.route('**/api/v1/me/sowings', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await signIn(page, { ...farmer, email: `next-${farmer.email}` });
  await page.unroute('**/api/v1/me/sowings');
  await page.goto('/my-sowing');
  await settled(page);
  await expect(unsent(page)).toHaveCount(0);
  expect(await recorded(page)).toEqual([]);
  await signIn(page, farmer);
  await page.goto('/my-sowing');
  await expect(page.getByRole('status').getByText(SOWN)).toBeVisible();
  expect(await recorded(page)).toEqual(['maize']);
});

test('who signs out with a full queue is asked first, and finds it again', async ({ page, farmer, link }) => {
  const form = await enter(page, farmer);
  link.answer(/^POST \/api\/v1\/me\/sowings/, 503, { 'retry-after': '600' });
  await keep(page, form);
  const header = new AppHeader(page);
  const question = page.getByRole('dialog', { name: 'Sign out before they are sent?' });
  await header.choose('Sign Out');
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(question).toHaveCount(0);
  await header.choose('Sign Out');
  await expect(question).toContainText('One entry is only on this phone.');
  // Styles of its own, in whatever order the build brings them.
  await expect(question).not.toHaveCSS('padding-left', '0px');
  await question.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');
  await signIn(page, farmer);
  await page.goto('/my-sowing');
  await expect(page.getByRole('status').getByText(SOWN)).toBeVisible();
  expect(await recorded(page)).toEqual(['maize']);
});

for (const [what, isLasting] of [
  ['no database', true],
  ['neither database nor local storage', false],
] as const) {
  test(`with ${what}, a sowing whose answer is lost is kept, and arrives once`, async ({
    page,
    farmer,
    link,
  }) => {
    await page.addInitScript((lasting) => {
      const refuse = () => {
        throw new DOMException('Nothing can be kept', 'SecurityError');
      };
      IDBFactory.prototype.open = refuse;
      if (!lasting)
        Object.assign(Storage.prototype, { getItem: refuse, setItem: refuse, removeItem: refuse });
    }, isLasting);
    const form = await enter(page, farmer);
    const notice = page.getByRole('alert').filter({ hasText: 'Online only here' });
    await notice.getByRole('button', { name: 'Close message' }).click();
    link.turn('answers lost');
    await form.submit.click();
    await expect(
      page.getByRole('status').filter({ hasText: isLasting ? 'Kept on this phone' : 'Leave this page open' }),
    ).toBeVisible();
    link.turn('working');
    if (isLasting) await page.goto('/my-sowing');
    else await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(page.getByRole('status').getByText(SOWN)).toBeVisible();
    expect(await recorded(page)).toEqual(['maize']);
  });
}

test('two tabs keep one order, and one that is closed while it sends is followed by the other', async ({
  page,
  context,
  farmer,
  link,
}) => {
  await page.clock.install();
  const form = await enter(page, farmer);
  const other = await context.newPage();
  await other.goto('/my-sowing');
  await settled(other);
  link.turn('silent');
  await keepUnanswered(page, form);
  await page.close();
  await other.bringToFront();
  await heal(other, link);
  await expect.poll(() => recorded(other)).toEqual(['maize']);
  await expect(unsent(other)).toHaveCount(0);
});

test('a farmer who has to agree to a new notice first is asked, and the sowing arrives', async ({
  page,
  farmer,
  link,
}) => {
  await keepOffline(page, farmer, link);
  link.turn('working');
  // To the server it is the same: the agreement to this version is missing.
  expect((await page.request.delete('/api/v1/me/consent')).ok()).toBe(true);
  await noticeNetwork(page);
  await expect(page.getByRole('alert')).toContainText('One entry of this phone needs your answer.');
  await walkTo(page, '/my-sowing');
  await expect(unsent(page)).toContainText('It waits for your yes');
  await page.getByRole('button', { name: 'Read and agree' }).click();
  await page.getByRole('button', { name: 'I agree' }).click();
  await expect(unsent(page)).toHaveCount(0);
  expect(await recorded(page)).toEqual(['maize']);
});

test('a write that is refused is changed in its form, and blocks none of ten behind it', async ({
  page,
  farmer,
  link,
}) => {
  await enter(page, farmer);
  const good = Array(10).fill('onion');
  await queueSowings(page, ['no-crop-of-ours', ...good]);
  await noticeNetwork(page);
  await expect(
    page.getByRole('alert').filter({ hasText: 'One entry of this phone could not be saved.' }),
  ).toBeVisible();
  await expect.poll(() => recorded(page)).toEqual(good);
  await walkTo(page, '/my-sowing');
  await expect(unsent(page)).toHaveCount(1);
  await page.getByRole('button', { name: /^Change: Sowing of/ }).click();
  const form = new SowPage(page);
  await expect(form.fieldSize).toHaveValue('1');
  await form.crop.selectOption({ label: 'PADDY' });
  await form.submit.click();
  // Eleven hectares are much.
  await page.getByRole('button', { name: 'Yes, save it' }).click();
  await expect(page.getByRole('status').getByText(SOWN)).toBeVisible();
  expect(await recorded(page)).toEqual([...good, 'paddy']);
  await walkTo(page, '/my-sowing');
  await settled(page);
  await expect(unsent(page)).toHaveCount(0);
  expect(link.requests.filter((request) => request === 'POST /api/v1/me/sowings').length).toBeGreaterThan(11);
});

test('entries in a file are taken by another phone, and recorded once', async ({
  page,
  farmer,
  link,
  browser,
}) => {
  const form = await enter(page, farmer);
  link.answer(/^POST \/api\/v1\/me\/sowings/, 503, { 'retry-after': '600' });
  await keep(page, form);
  await new AppHeader(page).choose('Sign Out');
  const question = page.getByRole('dialog', { name: 'Sign out before they are sent?' });
  const download = page.waitForEvent('download');
  await question.getByRole('button', { name: 'Keep them in a file' }).click();
  const file = await (await download).path();
  await question.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');

  const other = await browser.newContext({ baseURL: link.url });
  const elsewhere = await other.newPage();
  const take = async (owner: typeof farmer) => {
    await signIn(elsewhere, owner);
    await elsewhere.goto('/my-sowing');
    await elsewhere.getByRole('button', { name: 'I have entries in a file' }).click();
    await elsewhere.getByLabel('File that Grow made when you signed out').setInputFiles(file);
  };
  await take({ ...farmer, email: `next-${farmer.email}` });
  await expect(elsewhere.getByRole('alert')).toHaveText(
    'These are entries of another farmer. Sign in as that farmer to send them.',
  );
  await take(farmer);
  await expect.poll(() => recorded(elsewhere)).toEqual(['maize']);
  await other.close();

  // The phone that still has it sends it, too.
  await signIn(page, farmer);
  await page.goto('/my-sowing');
  await expect(page.getByRole('status').getByText(SOWN)).toBeVisible();
  expect(await recorded(page)).toEqual(['maize']);
});
