import type { Page, Route } from '@playwright/test';
import { comeBack, holdBack } from '../answers';
import { expect, expectRed, ignorePageAnswers, test } from '../grow-test';
import { AppHeader } from '../pages/app-header';
import { demandTable } from '../pages/crop-table';
import { NpkPage, PlacePage, ProfileFormPage } from '../pages/record-pages';

/** Faulty answers and the displayed reasons. `shared/api/faulty-answers.test.ts` has the full table. */
type Fault = readonly [answer: (route: Route) => Promise<void>, reason: string];
const BROKEN: Fault = [
  (route) => route.fulfill({ status: 500, body: 'oops' }),
  'Something went wrong on our side. Please try again.',
];
const PORTAL: Fault = [
  (route) => route.fulfill({ contentType: 'text/html', body: '<h1>portal</h1>' }),
  "The server's answer could not be read. If your network asks you to sign in, do that first, then try again.",
];
const OTHER_SHAPE: Fault = [
  (route) => route.fulfill({ json: { crops: [{ crop: 'paddy' }], items: 'many', summary: null } }),
  "The server's answer could not be read. If your network asks you to sign in, do that first, then try again.",
];
const NO_NETWORK: Fault = [(route) => route.abort(), 'No connection. Check your network and try again.'];

interface Screen {
  path: string;
  /** Address of the request. */
  address: string;
  /** The message of the screen, with the reason. */
  error: (reason: string) => string;
  /** Content of the screen after a successful read. */
  shown: (page: Page) => ReturnType<Page['getByText']>;
}

const reasonAlone = (reason: string) => reason;
const fetching = (reason: string) => `Error fetching data: ${reason}`;
const label = (text: string) => (page: Page) => page.getByLabel(text, { exact: true });
const text = (words: string | RegExp) => (page: Page) => page.getByText(words);

const PROFILE = '**/api/v1/me/profile';
const CROPS = '**/api/v1/crops';

const SCREENS: readonly Screen[] = [
  {
    path: '/demand',
    address: '**/api/v1/demand',
    error: fetching,
    shown: (page) => demandTable(page).row('PADDY'),
  },
  {
    path: '/rec-known',
    address: '**/api/v1/me/recommendations/known-crops',
    error: fetching,
    shown: text('Mark the crops you know how to grow'),
  },
  {
    path: '/rec-sc',
    address: '**/api/v1/me/recommendations/soil-climate',
    error: fetching,
    shown: text(/^Your place is missing\./),
  },
  {
    path: '/my-sowing',
    address: '**/api/v1/me/sowings*',
    error: () => 'Error fetching sowing data.',
    shown: text('No sowing data available.'),
  },
  { path: '/profile', address: PROFILE, error: reasonAlone, shown: text('N, P, K (kg per hectare)') },
  { path: '/ftl', address: PROFILE, error: reasonAlone, shown: label('Number') },
  { path: '/npk', address: PROFILE, error: reasonAlone, shown: label('Nitrogen (N)') },
  { path: '/place', address: PROFILE, error: reasonAlone, shown: label('Place') },
  { path: '/manage-crops', address: PROFILE, error: reasonAlone, shown: text('Groundnut') },
  { path: '/add', address: CROPS, error: reasonAlone, shown: label('Field Size') },
  { path: '/crop-list', address: CROPS, error: reasonAlone, shown: text('Groundnut') },
  {
    path: '/crop-detail/paddy',
    address: '**/api/v1/crops/paddy?*',
    error: reasonAlone,
    shown: (page) => page.getByRole('heading', { name: 'Importance in India' }),
  },
];

for (const { path, address, error, shown } of SCREENS) {
  test(`${path}: a loading spinner, then what went wrong in red, and Try again mends it`, async ({
    signedIn: page,
  }) => {
    await page.clock.install();
    await ignorePageAnswers(page);
    // Silence the live stream: the figures come only from the answer under test.
    await page.route('**/api/v1/demand/events*', () => {});
    const spoil = await holdBackFor(page, address);
    await page.goto(path);
    const spinner = page.getByRole('main').getByRole('status').filter({ hasText: 'Loading...' });
    await expect(spinner.first()).toBeVisible();

    const [bad, reason] = OTHER_SHAPE;
    const alert = page.getByRole('alert');
    spoil(bad);
    await expect(async () => {
      // A failed read is retried twice, with growing delays.
      await page.clock.fastForward(3_000);
      await expect(alert).toHaveText(error(reason), { timeout: 250 });
    }).toPass({ intervals: [50] });
    await expectRed(alert);
    await page.unroute(address);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(shown(page).first()).toBeVisible();
    await expect(alert).toHaveCount(0);
  });
}

/** Holds back answers. The returned function sets how they are answered. */
async function holdBackFor(page: Page, address: string): Promise<(instead: Fault[0]) => void> {
  let letGo: (instead: Fault[0]) => void = () => {};
  const held = new Promise<Fault[0]>((release) => {
    letGo = release;
  });
  await page.route(address, async (route) => (await held)(route));
  return letGo;
}

test('A screen that is opened without a network says so, and comes by itself with the network', async ({
  signedIn: page,
  context,
}) => {
  await page.goto('/place');
  await expect(page.getByLabel('Place')).toBeVisible();
  // Load the chunks of the screen in advance, but not its data.
  await page.evaluate(async () => {
    const sowings = await (await fetch('/my-sowing')).text();
    await Promise.all([...sowings.matchAll(/\/assets\/[\w-]+\.js/g)].map(([file]) => import(file)));
  });
  await context.setOffline(true);
  await new AppHeader(page).choose('Sowed Crops');
  await expect(page.getByRole('alert')).toHaveText('Error fetching sowing data.');
  await context.setOffline(false);
  await expect(page.getByText('No sowing data available.')).toBeVisible();
});

test('/dashboard: each table is in a loading, error or data state of its own', async ({ signedIn: page }) => {
  const answer = await holdBack(page, '**/api/v1/me/recommendations/soil-climate');
  await page.route('**/api/v1/me/recommendations/known-crops', (route) => route.fulfill({ status: 404 }));
  await page.goto('/dashboard');
  const known = page.getByRole('region', { name: 'Recommended Crops Based on Known Crops' });
  const soil = page.getByRole('region', { name: 'Recommended Crops Based on Soil and Climate' });
  await expect(soil.getByRole('status')).toHaveText('Loading...');
  await expect(known.getByRole('alert')).toContainText('Error fetching data: ');
  answer();
  await expect(soil.getByText(/^Your place is missing\./)).toBeVisible();
  await expect(known.getByRole('alert')).toBeVisible();
});

test('A save that fails is said in red, the input stays, and the button can be pressed again', async ({
  signedIn: page,
}) => {
  let answer: (route: Route) => Promise<void> = (route) => route.continue();
  await page.route(/\/api\/v1\/me\/(npk|place|profile)$/, (route) =>
    route.request().method() === 'PUT' ? answer(route) : route.continue(),
  );
  const forms = [
    { path: '/npk', form: new NpkPage(page), input: new NpkPage(page).nutrients[0], value: '40' },
    { path: '/place', form: new PlacePage(page), input: new PlacePage(page).place, value: 'Erode' },
    {
      path: '/ftl',
      form: new ProfileFormPage(page),
      input: new ProfileFormPage(page).number,
      value: '98765 43210',
    },
  ];
  const [bad, reason] = NO_NETWORK;
  for (const { path, form, input, value } of forms) {
    await page.goto(path);
    await input.fill(value);
    if (path === '/ftl') await new ProfileFormPage(page).place.fill('Erode');
    answer = bad;
    await form.submit.click();
    await expect(form.alert).toHaveText(reason);
    await expectRed(form.alert);
    await expect(form.submit).toBeEnabled();
    await expect(input).toHaveValue(value);
    answer = (route) => route.continue();
    await form.submit.click();
    await expect(form.saved).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
  }
});

test('A server that does not say who is signed in: public screens stay open, the others offer to try again', async ({
  signedIn: page,
}) => {
  let answer: (route: Route) => Promise<void> = (route) => route.continue();
  await ignorePageAnswers(page);
  // The browser has no stored user either.
  await page.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException('Storage is disabled', 'SecurityError');
    };
    Storage.prototype.getItem = () => null;
  });
  await page.route('**/api/v1/session', (route) => answer(route));
  for (const [bad, reason] of [BROKEN, PORTAL, NO_NETWORK]) {
    answer = bad;
    await page.goto('/npk');
    await expect(page.getByRole('heading', { level: 1, name: 'Grow could not be reached' })).toBeVisible();
    await expect(page).toHaveTitle('Grow could not be reached · Grow');
    await expect(page.getByRole('alert')).toHaveText(reason);
    await page.goto('/ppt');
    await expect(page.getByRole('heading', { name: 'Presentation' })).toBeVisible();
  }
  await page.goto('/npk');
  await expect(page.getByRole('alert')).toBeVisible();
  answer = (route) => route.continue();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Update NPK Values' })).toBeVisible();
});

test('A failed look at who is signed in signs nobody out', async ({ signedIn: page }) => {
  await page.goto('/npk');
  await expect(page.getByLabel('Nitrogen (N)')).toBeVisible();
  let asked = 0;
  await page.route('**/api/v1/session', (route) => {
    asked += 1;
    return route.fulfill({ status: 404, body: 'gone' });
  });
  await comeBack(page);
  await expect.poll(() => asked).toBeGreaterThan(0);
  await expect(page.getByLabel('Nitrogen (N)')).toBeVisible();
  await expect(page).toHaveURL('/npk');
});
