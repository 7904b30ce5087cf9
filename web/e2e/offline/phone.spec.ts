import { agree, expect, settled, signIn, walkTo } from '../grow-test';
import { SowPage } from '../pages/sow-page';
import { appKept, enter, keep, keepOffline, noNetwork, recorded, test, unsent } from './offline-test';
import { queueSowings } from './phone';

test('fifty writes survive a phone that dies, and arrive once', async ({ phone, farmer, link }) => {
  const page = await phone.start();
  await enter(page, farmer);
  await appKept(page);
  const crops = Array.from(
    { length: 50 },
    (_, place) => (['maize', 'onion', 'paddy'] as const)[place % 3],
  ).map(String);
  await queueSowings(page, crops);
  link.turn('cut');
  await phone.kill();

  const again = await phone.start();
  await again.goto('/my-sowing');
  await expect(unsent(again)).toHaveCount(50);
  link.turn('working');
  // A browser writes its cookies down only now and then.
  await signIn(again, farmer);
  await again.goto('/my-sowing');
  await settled(again);
  await expect(unsent(again)).toHaveCount(0);
  const answer = await again.request.get('/api/v1/me/sowings?limit=100');
  const items = ((await answer.json()) as { items: { crop: string }[] }).items;
  expect(items.map(({ crop }) => crop).reverse()).toEqual(crops);
});

test('a phone that dies before a sowing is on its disk has claimed nothing', async ({
  phone,
  farmer,
  link,
}) => {
  const page = await phone.start();
  const form = await enter(page, farmer);
  await appKept(page);
  link.turn('cut');
  // A disk that does not answer.
  await page.evaluate(() => {
    IDBObjectStore.prototype.add = () => new Promise(() => {}) as never;
  });
  await form.submit.click();
  await expect(form.submit).toBeDisabled();
  await expect(page.getByText(/Kept on this phone|successfully/)).toHaveCount(0);
  await phone.kill();
  link.turn('working');
  const again = await phone.start();
  await signIn(again, farmer);
  await again.goto('/my-sowing');
  await settled(again);
  await expect(unsent(again)).toHaveCount(0);
  expect(await recorded(again)).toEqual([]);
});

test('a sowing that was said to be kept survives a phone that dies at once', async ({
  phone,
  farmer,
  link,
}) => {
  const page = await phone.start();
  const form = await enter(page, farmer);
  await appKept(page);
  link.turn('cut');
  await keep(page, form);
  await phone.kill();
  const again = await phone.start();
  await again.goto('/my-sowing');
  await expect(unsent(again)).toHaveCount(1);
  await expect(noNetwork(again)).toBeVisible();
  link.turn('working');
  // A browser writes its cookies down only now and then.
  await signIn(again, farmer);
  await again.goto('/my-sowing');
  await settled(again);
  await expect(unsent(again)).toHaveCount(0);
  expect(await recorded(again)).toEqual(['maize']);
});

test('a browser that deletes what is kept is noticed, and said', async ({ phone, farmer, link }) => {
  const page = await phone.start();
  await keepOffline(page, farmer, link);
  await walkTo(page, '/my-sowing');
  await expect(unsent(page)).toHaveCount(1);
  const session = await page.context().newCDPSession(page);
  await page.goto('about:blank');
  await session.send('Storage.clearDataForOrigin', {
    origin: link.url,
    storageTypes: 'indexeddb,cache_storage,service_workers',
  });
  link.turn('working');
  await page.goto('/dashboard');
  await expect(page.getByRole('alert').filter({ hasText: 'This phone has deleted' })).toContainText(
    'One entry was not sent: please enter it again.',
  );
  await page.reload();
  await settled(page);
  await expect(page.getByText('This phone has deleted')).toHaveCount(0);
});

test('the database of an earlier release keeps its queue', async ({ phone, farmer }) => {
  const page = await phone.start();
  await signIn(page, farmer);
  await agree(page);
  // Another page of this server, so that the app does not open the database first.
  await page.goto('/robots.txt');
  const id = (await (await page.request.get('/api/v1/session')).json()).user.id as string;
  await page.evaluate(
    (owner) =>
      new Promise<void>((done, failed) => {
        const opening = indexedDB.open('grow', 1);
        opening.onerror = () => failed(opening.error);
        opening.onupgradeneeded = () => {
          const kept = opening.result;
          kept.createObjectStore('user');
          const writes = kept.createObjectStore('writes', { keyPath: 'order', autoIncrement: true });
          writes.createIndex('farmer', 'farmer');
          writes.createIndex('key', 'key', { unique: true });
          kept.createObjectStore('unread', { autoIncrement: true });
          for (const crop of ['paddy', 'maize', 'onion']) {
            writes.add({
              key: `of-an-earlier-release-${crop}`,
              farmer: owner,
              at: Date.now(),
              write: { kind: 'sow', body: { crop, field_size_ha: 1 } },
              tried: false,
              state: { name: 'waiting' },
            });
          }
        };
        opening.onsuccess = () => {
          opening.result.close();
          done();
        };
      }),
    id,
  );
  await page.goto('/my-sowing');
  await expect(page.getByText('3 entries that were kept on this phone are saved now.')).toBeVisible();
  expect(await recorded(page)).toEqual(['paddy', 'maize', 'onion']);
});

test('a page that was never opened with a network says so', async ({ phone, farmer, link }) => {
  const page = await phone.start();
  // The entries of crops are not read ahead then.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  );
  await signIn(page, farmer);
  await agree(page);
  await page.goto('/dashboard');
  await settled(page);
  await appKept(page);
  link.turn('cut');
  await page.goto('/crop-detail/onion');
  await expect(page.getByText('This was not opened on this phone before.')).toBeVisible();
  await expect(new SowPage(page).crop).toHaveCount(0);
});
