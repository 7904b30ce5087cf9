import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { noticeNetwork } from '../answers';
import { expect, settled, signIn, walkTo } from '../grow-test';
import { SOWN } from '../pages/sow-page';
import { BOTH_STORES } from '../tags';
import { enter, heal, keepOffline, recorded, test, unsent } from './offline-test';

const LAST_OF_APRIL = { GROW_DEV_CLOCK: '2026-04-30T20:00:00+05:30' };
const SECOND_OF_MAY = { GROW_DEV_CLOCK: '2026-05-02T20:00:00+05:30' };

test.use({ settings: LAST_OF_APRIL });

interface Sown {
  crop: string;
  sown_on: string;
}

test(
  'a sowing that waits over 30 April belongs to the year in which it was sown',
  BOTH_STORES,
  async ({ page, farmer, link }) => {
    await page.clock.install({ time: new Date('2026-04-30T20:01:00+05:30') });
    await keepOffline(page, farmer, link);
    await link.server.restart(SECOND_OF_MAY);
    await page.clock.setSystemTime(new Date('2026-05-02T20:01:00+05:30'));
    await heal(page, link);
    await expect(page.getByRole('status').getByText(SOWN)).toBeVisible();
    const { items } = (await (await page.request.get('/api/v1/me/sowings')).json()) as { items: Sown[] };
    expect(items).toMatchObject([{ crop: 'maize', sown_on: '2026-04-30' }]);
    await link.server.restart(LAST_OF_APRIL);
  },
);

test('the clock of a phone that is a year off does no harm', async ({ page, farmer, link }) => {
  await page.clock.install({ time: new Date('2025-03-01T09:00:00+05:30') });
  await keepOffline(page, farmer, link);
  await page.clock.setSystemTime(new Date('2025-03-01T09:30:00+05:30'));
  await heal(page, link);
  await expect(page.getByRole('status').getByText(SOWN)).toBeVisible();
  const { items } = (await (await page.request.get('/api/v1/me/sowings')).json()) as { items: Sown[] };
  expect(items).toMatchObject([{ crop: 'maize', sown_on: '2026-04-30' }]);
});

test('a clock that is set meanwhile does no harm', async ({ page, farmer, link }) => {
  await page.clock.install({ time: new Date('2027-06-01T09:00:00+05:30') });
  await keepOffline(page, farmer, link);
  await page.clock.setSystemTime(new Date('2026-04-30T20:05:00+05:30'));
  await heal(page, link);
  await expect(page.getByRole('status').getByText(SOWN)).toBeVisible();
  const { items } = (await (await page.request.get('/api/v1/me/sowings')).json()) as { items: Sown[] };
  expect(items).toMatchObject([{ crop: 'maize', sown_on: '2026-04-30' }]);
});

test('an account that was deleted elsewhere loses what is kept, and the app says that nobody is signed in', async ({
  page,
  farmer,
  link,
  browser,
}) => {
  await keepOffline(page, farmer, link);
  link.turn('working');
  const other = await browser.newContext({ baseURL: link.url });
  const elsewhere = await other.newPage();
  await signIn(elsewhere, farmer);
  const data = { confirmation: 'DELETE' };
  expect((await elsewhere.request.delete('/api/v1/me', { data })).status()).toBe(204);
  await other.close();
  await noticeNetwork(page);
  await expect(page).toHaveURL('/login');
  // The same e-mail is another farmer now, who neither sees nor sends what the one before has kept.
  await signIn(page, farmer);
  await page.goto('/my-sowing');
  await settled(page);
  await expect(unsent(page)).toHaveCount(0);
  expect(await recorded(page)).toEqual([]);
});

test('a server that came back from an older backup gets again what it has lost', async ({
  page,
  farmer,
  link,
}) => {
  // The clock of this server begins anew at each start, so that its sowings are in no order.
  const all = ['maize', 'onion', 'paddy'];
  const form = await enter(page, farmer);
  await form.submit.click();
  await expect(page.getByRole('status').getByText(SOWN)).toBeVisible();
  const copy = (from: string, to: string) => async (folder: string) => {
    await copyFile(join(folder, from), join(folder, to));
    for (const beside of ['-wal', '-shm']) await rm(join(folder, `grow.db${beside}`), { force: true });
  };
  await link.server.restart({}, copy('grow.db', 'backup.db'));
  for (const crop of ['ONION', 'PADDY']) {
    await walkTo(page, '/dashboard');
    await walkTo(page, '/add');
    await settled(page);
    await form.crop.selectOption({ label: crop });
    await form.fieldSize.fill('1');
    await form.submit.click();
    await expect(page.getByRole('status').getByText(SOWN)).toBeVisible();
  }
  expect((await recorded(page)).toSorted()).toEqual(all);
  await link.server.restart({}, copy('backup.db', 'grow.db'));
  expect(await recorded(page)).toEqual(['maize']);
  // The next look at the app.
  await page.goto('/my-sowing');
  await expect.poll(async () => (await recorded(page)).toSorted()).toEqual(all);
  await expect(unsent(page)).toHaveCount(0);
});
