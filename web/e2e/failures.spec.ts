import type { Route } from '@playwright/test';
import { expect, test } from './grow-test';
import { demandTable } from './pages/crop-table';

const broken: Record<string, (route: Route) => Promise<void>> = {
  'a 500': (route) => route.fulfill({ status: 500, body: 'oops' }),
  'no network': (route) => route.abort(),
  'a page instead of JSON': (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>portal</h1>' }),
  'JSON of another shape': (route) => route.fulfill({ status: 200, json: { crops: 'none', summary: null } }),
};

for (const [what, answer] of Object.entries(broken)) {
  test(`${what} for the demand is shown in red, and Try again mends it`, async ({ page }) => {
    let mended = false;
    await page.route('**/api/v1/demand/events', (route) => route.abort());
    await page.route('**/api/v1/demand', (route) => (mended ? route.continue() : answer(route)));
    await page.goto('/demand');
    await expect(page.getByRole('alert')).toContainText('Error fetching data: ');
    mended = true;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(demandTable(page).rows).toHaveCount(16);
  });
}

test('no figures at all: the sentence of the specification', async ({ page }) => {
  await page.route('**/api/v1/demand/events', (route) => route.abort());
  await page.route('**/api/v1/demand', (route) =>
    route.fulfill({
      status: 404,
      contentType: 'application/problem+json',
      json: { type: 'no-demand-figures', title: 'No figures', status: 404, detail: 'No data found.' },
    }),
  );
  await page.goto('/demand');
  await expect(page.getByRole('alert')).toHaveText('Error fetching data: No data found.');
});

test('garbage in the live stream changes nothing', async ({ page }) => {
  await page.route('**/api/v1/demand/events', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: 'event: overview\ndata: {"crops":\n\nevent: change\ndata: []\n\nevent: nonsense\ndata: x\n\n',
    }),
  );
  await page.goto('/demand');
  await expect(demandTable(page).rows).toHaveCount(16);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('without the live stream the figures are read again every 15 s', async ({ page }) => {
  let stands = 1;
  await page.clock.install();
  await page.route('**/api/v1/demand/events', (route) => route.fulfill({ status: 503, body: '' }));
  await page.route('**/api/v1/demand', async (route) => {
    const answer = await route.fetch();
    const overview = await answer.json();
    overview.as_of = new Date(Date.parse(overview.as_of) + stands).toISOString();
    overview.crops[0] = { ...overview.crops[0], name: 'PADDY', met_tonnes: stands };
    await route.fulfill({ response: answer, json: overview });
  });
  await page.goto('/demand');
  const met = await demandTable(page).cell('PADDY', 'Met');
  await expect(met).toHaveText('1.000');
  for (const next of [2, 3]) {
    stands = next;
    // Nobody tells the page: only the time does.
    await page.clock.runFor(15_000);
    await expect(met).toHaveText(`${next}.000`);
  }
});

test('sowings that cannot be read: the sentence of the specification', async ({ signedIn: page }) => {
  let mended = false;
  await page.route('**/api/v1/me/sowings*', (route) =>
    mended ? route.continue() : route.fulfill({ status: 500, body: '' }),
  );
  await page.goto('/my-sowing');
  await expect(page.getByRole('alert')).toHaveText('Error fetching sowing data.');
  mended = true;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No sowing data available.')).toBeVisible();
  await page.getByRole('link', { name: 'Sow Crop' }).click();
  await expect(page).toHaveURL('/add');
});

test('recommendations that cannot be read: the sentence of the specification', async ({ signedIn: page }) => {
  await page.route('**/api/v1/me/recommendations/known-crops', (route) => route.abort());
  await page.goto('/rec-known');
  await expect(page.getByRole('alert')).toContainText('Error fetching data: ');
});

test('a name that is no crop: Select a valid crop, with a way back', async ({ signedIn: page }) => {
  for (const name of ['wheat', '%3Cscript%3E', 'a%2Fb']) {
    await page.goto(`/crop-detail/${name}`);
    await expect(page.getByText('Select a valid crop.')).toBeVisible();
  }
  await page.getByRole('link', { name: 'All crops' }).click();
  await expect(page).toHaveURL('/crop-list');
  await page.getByRole('link', { name: 'Groundnut' }).click();
  await expect(page).toHaveURL('/crop-detail/groundnut');
  await expect(page.getByText('1.4 - 3.4')).toBeVisible();
});

test('a server out of reach: public screens stay open, others offer a retry', async ({ signedIn: page }) => {
  let away = true;
  await page.route('**/api/v1/session', (route) => (away ? route.abort() : route.continue()));
  await page.goto('/npk');
  await expect(page.getByRole('alert')).toHaveText('Grow could not be reached. Check your network.');
  away = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Update NPK Values' })).toBeVisible();
});

test('hostile names and pictures do no harm', async ({ page, signedIn }) => {
  const name = `<b>${'அ'.repeat(180)}</b> \u202Eabc`;
  await page.route('**/api/v1/session', (route) =>
    route.fulfill({
      json: { user: { display_name: name, photo_url: 'javascript:alert(1)', email: 'x@example.org' } },
    }),
  );
  await signedIn.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<b>அ');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
