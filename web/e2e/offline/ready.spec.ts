import type { Page } from '@playwright/test';
import { agree, expect, ON_FIRST_OF_JULY, settled, signIn } from '../grow-test';
import { SowPage } from '../pages/sow-page';
import { answerKept, appKept, heal, KEPT, kept, noNetwork, recorded, test, unsent } from './offline-test';

test.use({ settings: ON_FIRST_OF_JULY });

const SCREENS = [
  ['/advice', 'What to sow now'],
  ['/profile', 'Profile - User information here!'],
  ['/ftl', ''],
  ['/npk', ''],
  ['/place', ''],
  ['/manage-crops', 'My Known Crops'],
  ['/my-sowing', 'My Sowing Data'],
  ['/rec-known', ''],
  ['/rec-sc', ''],
  ['/crop-list', ''],
  ['/crop-detail/onion', 'Onion'],
  ['/crop-detail/cotton', 'Cotton'],
  ['/demand', 'Crop Estimation Data'],
  ['/demand?region=IN-TN', 'Crop Estimation Data'],
  ['/dashboard', 'Welcome'],
] as const;

/** A screen that lacks an answer says so. */
const LACKING = /Check your (network|connection)|was not opened on this phone|could not be (loaded|reached)/;

async function beginOnDashboard(page: Page): Promise<void> {
  await page.request.put('/api/v1/me/profile', { data: { number: '98765 43210', place: 'Erode' } });
  await page.request.put('/api/v1/me/known-crops/onion');
  await page.goto('/dashboard');
  await settled(page);
  await appKept(page);
  // The last that is read ahead, after half a minute at most on a slow network.
  await answerKept(page, 'demand', 'calendar', 'IN-TN', 'cotton');
}

test('after half a minute on /dashboard every screen opens without a network, and a sowing is recorded on /add', async ({
  page,
  farmer,
  link,
}) => {
  test.setTimeout(180_000);
  await signIn(page, farmer);
  await agree(page);
  await beginOnDashboard(page);
  link.turn('cut');
  for (const [path, heading] of SCREENS) {
    await page.goto(path);
    await settled(page);
    await expect(page.getByRole('heading', { level: 1 }), path).toContainText(heading);
    await expect(noNetwork(page), path).toContainText('As of today');
    await expect(page.getByRole('main').getByText(LACKING), path).toHaveCount(0);
  }

  await page.goto('/profile');
  const ready = page.getByRole('region', { name: 'Ready without a network' });
  await expect(ready.locator('dd')).toHaveText(['ready', 'ready', 'ready']);
  await expect(ready).toContainText('As of today');

  await page.goto('/add');
  const form = new SowPage(page);
  await form.crop.selectOption({ label: 'MAIZE' });
  await form.fieldSize.fill('2');
  await form.submit.click();
  await expect(page.getByRole('status').getByText(KEPT)).toBeVisible();
  await page.goto('/my-sowing');
  await expect(unsent(page)).toContainText('Sowing of MAIZE, 2 hectares');
  await heal(page, link);
  await expect(unsent(page)).toHaveCount(0);
  expect(await recorded(page)).toEqual(['maize']);
});

test('what is ready is read again after a day, and not before', async ({ page, farmer, link }) => {
  test.setTimeout(120_000);
  await page.clock.install({ time: new Date('2026-07-01T09:00:00+05:30') });
  await signIn(page, farmer);
  await agree(page);
  await page.goto('/profile');
  await appKept(page);
  const ready = page.getByRole('region', { name: 'Ready without a network' }).locator('dd');
  const askedFor = () => link.requests.filter((one) => one.includes('/api/v1/crops/cotton')).length;
  await expect(async () => {
    await page.clock.fastForward(5_000);
    await expect(ready).toHaveText(['ready', 'ready', 'ready'], { timeout: 500 });
  }).toPass();
  expect(askedFor()).toBe(1);
  for (const [hours, times] of [
    [23, 1],
    [2, 2],
  ] as const) {
    await page.clock.fastForward(hours * 60 * 60 * 1000);
    await page.reload();
    await settled(page);
    await page.clock.runFor(10_000);
    await expect.poll(askedFor).toBe(times);
  }
});

test('where the farmer saves data, only what the main job needs is read', async ({ page, farmer, link }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  );
  await signIn(page, farmer);
  await agree(page);
  await page.goto('/dashboard');
  await settled(page);
  await appKept(page);
  await page.goto('/profile');
  const ready = page.getByRole('region', { name: 'Ready without a network' });
  await expect(ready.locator('dd')).toHaveText(['ready']);
  await expect(ready).toContainText('Your browser saves data.');
  expect(link.requests.filter((one) => /v1\/crops\/|sources|projected/.test(one))).toEqual([]);
});

test('answers of 60 days ago go when the app starts, whoever is signed in', async ({ page, farmer }) => {
  await signIn(page, farmer);
  await agree(page);
  await page.goto('/npk');
  await settled(page);
  await answerKept(page, 'me', 'record');
  await page.evaluate(
    () =>
      new Promise<void>((done, failed) => {
        const opening = indexedDB.open('grow');
        opening.onsuccess = () => {
          const tx = opening.result.transaction('answers', 'readwrite');
          const at = Date.now() - 60 * 24 * 60 * 60 * 1000;
          tx.objectStore('answers').put({ farmer: 'another', hash: '["me","old"]', data: 1, at });
          tx.oncomplete = () => {
            opening.result.close();
            done();
          };
          tx.onabort = () => failed(tx.error);
        };
      }),
  );
  await answerKept(page, 'me', 'old');
  await page.reload();
  await expect.poll(() => kept(page), { timeout: 20_000 }).not.toContain('["me","old"]');
  await answerKept(page, 'me', 'record');
});
