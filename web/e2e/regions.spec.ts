import type { Page } from '@playwright/test';
import { expect, test, tonnes } from './grow-test';
import { demandTable } from './pages/crop-table';
import { SOWN, SowPage } from './pages/sow-page';
import { BOTH_STORES } from './tags';

const region = (page: Page) => page.getByRole('combobox', { name: 'Region' });

/** Saves a place as the screens do. */
async function livesIn(page: Page, place: string, district: string) {
  const answer = await page.request.put('/api/v1/me/place', { data: { place, district } });
  expect(answer.status()).toBe(200);
}

test('India is shown first, and 36 states can be chosen', async ({ page }) => {
  await page.goto('/demand');
  await expect(region(page)).toHaveValue('IN');
  const options = region(page).getByRole('option');
  await expect(options).toHaveCount(37);
  const [first, ...states] = await options.allTextContents();
  expect(first).toBe('India');
  expect(states).toEqual(states.toSorted());
  const { items } = await (await page.request.get('/api/v1/regions')).json();
  for (const { code, name } of items)
    await expect(region(page).locator(`option[value="${code}"]`)).toHaveText(name);
  await expect(page.getByRole('heading', { name: /^India, crop year \d{4}-\d\d$/ })).toBeVisible();
});

test('the choice is in the address and survives a reload and the way back', async ({ page }) => {
  await page.goto('/demand');
  const india = await demandTable(page).figure('PADDY', 'Demand');
  await region(page).selectOption('Tamil Nadu');
  await expect(page).toHaveURL('/demand?region=IN-TN');
  await expect(page.getByRole('heading', { name: /^Tamil Nadu, crop year \d{4}-\d\d$/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Demand vs Met in Tamil Nadu' })).toBeVisible();
  await expect(page.getByRole('table', { name: /needed in Tamil Nadu, in tonnes/ })).toBeVisible();
  await expect(page.getByText('of the land of Tamil Nadu is in Grow;')).toBeVisible();
  const tamilNadu = await demandTable(page).figure('PADDY', 'Demand');
  expect(tamilNadu / india).toBeCloseTo(0.0543, 3);

  await page.reload();
  await expect(region(page)).toHaveValue('IN-TN');
  expect(await demandTable(page).figure('PADDY', 'Demand')).toBe(tamilNadu);
  await region(page).selectOption('India');
  await expect(page).toHaveURL('/demand');
  await expect(page.getByRole('heading', { name: 'Demand vs Met', exact: true })).toBeVisible();
  await page.goBack();
  await expect(region(page)).toHaveValue('IN-TN');
  await expect(page.getByRole('heading', { name: 'Demand vs Met in Tamil Nadu' })).toBeVisible();
});

test('going through the regions with the arrow keys is one step of the history', async ({ page }) => {
  await page.goto('/demand');
  // The list is prerendered, and takes keys once the app has its figures.
  await expect(demandTable(page).rows).toHaveCount(16);
  await region(page).focus();
  const steps = await page.evaluate(() => history.length);
  for (const code of ['IN-AN', 'IN-AP', 'IN-AR']) {
    await page.keyboard.press('ArrowDown');
    await expect(page).toHaveURL(`/demand?region=${code}`);
  }
  expect(await page.evaluate(() => history.length)).toBe(steps);
  await region(page).dispatchEvent('pointerdown');
  await region(page).selectOption('Kerala');
  await expect(page).toHaveURL('/demand?region=IN-KL');
  await page.goBack();
  await expect(page).toHaveURL('/demand?region=IN-AR');
});

test('a region that does not exist is told, and another can be chosen', async ({ page }) => {
  await page.goto('/demand?region=IN-XX');
  await expect(page.getByRole('alert')).toContainText('Error fetching data: ');
  await region(page).selectOption('Kerala');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(demandTable(page).rows).toHaveCount(16);
});

test(
  'a farmer of Erode sows: Tamil Nadu and India move by exactly that, Kerala does not',
  BOTH_STORES,
  async ({ signedIn: page, browser, grow }) => {
    await livesIn(page, 'Erode', 'tn-erode');
    const watchers = await Promise.all(
      ['/demand?region=IN-TN', '/demand', '/demand?region=IN-KL'].map(async (path) => {
        const context = await browser.newContext({ baseURL: grow.url, viewport: page.viewportSize() });
        const watcher = await context.newPage();
        await watcher.goto(path);
        return { context, watcher, before: await demandTable(watcher).figure('GINGELLY', 'Met') };
      }),
    );

    const sow = new SowPage(page);
    await page.goto('/add');
    await sow.crop.selectOption('GINGELLY');
    await sow.fieldSize.fill('1.25');
    await sow.submit.click();
    await expect(page.getByRole('status').filter({ hasText: SOWN })).toBeVisible();

    const [tamilNadu, india, kerala] = watchers;
    for (const moved of [tamilNadu, india]) {
      if (!moved) throw new Error('expected three watchers');
      const met = await demandTable(moved.watcher).cell('GINGELLY', 'Met');
      await expect(met).toHaveText(tonnes(moved.before + 1.5));
    }
    if (!kerala) throw new Error('expected three watchers');
    await kerala.watcher.reload();
    expect(await demandTable(kerala.watcher).figure('GINGELLY', 'Met')).toBe(kerala.before);
    for (const { context } of watchers) await context.close();
  },
);

test('the own state is one tap away, and India one tap back', async ({ signedIn: page }) => {
  await livesIn(page, 'Erode', 'tn-erode');
  await page.goto('/demand');
  await page.getByRole('link', { name: 'My state: Tamil Nadu' }).click();
  await expect(page).toHaveURL('/demand?region=IN-TN');
  await expect(region(page)).toHaveValue('IN-TN');
  await expect(page.getByRole('heading', { name: /^Tamil Nadu, crop year \d{4}-\d\d$/ })).toBeVisible();
  await page.getByRole('link', { name: 'All of India' }).click();
  await expect(page).toHaveURL('/demand');
  await expect(region(page)).toHaveValue('IN');
});

test('a farmer without a district is asked for it', async ({ signedIn: page }) => {
  await page.goto('/demand');
  await expect(page.getByText('Your district is not known yet')).toBeVisible();
  await page.getByRole('link', { name: 'Update Place' }).click();
  await expect(page).toHaveURL('/place');
});

test('a guest is asked for nothing', async ({ page }) => {
  await page.goto('/demand');
  await expect(region(page)).toBeVisible();
  await expect(page.getByText('Your district is not known yet')).toHaveCount(0);
});

test('without the live stream of a state its figures are read again', async ({ page }) => {
  await page.clock.install();
  let stands = 1;
  await page.route('**/api/v1/demand/events?*', (route) => route.fulfill({ status: 503, body: '' }));
  await page.route('**/api/v1/demand?region=IN-TN', async (route) => {
    const answer = await route.fetch();
    const overview = await answer.json();
    overview.revision += stands;
    overview.crops[0] = { ...overview.crops[0], name: 'PADDY', met_tonnes: stands };
    await route.fulfill({ response: answer, json: overview });
  });
  await page.goto('/demand?region=IN-TN');
  const met = await demandTable(page).cell('PADDY', 'Met');
  await expect(met).toHaveText('1.000');
  stands = 2;
  await page.clock.runFor(15_000);
  await expect(met).toHaveText('2.000');
});
