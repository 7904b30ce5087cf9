import { expect, ignorePageAnswers, test } from './grow-test';
import { demandTable } from './pages/crop-table';

test('garbage in the live stream changes nothing', async ({ page }) => {
  await page.route('**/api/v1/demand/events*', (route) =>
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
  await ignorePageAnswers(page);
  await page.route('**/api/v1/demand/events*', (route) => route.fulfill({ status: 503, body: '' }));
  await page.route('**/api/v1/demand', async (route) => {
    const answer = await route.fetch();
    const overview = await answer.json();
    overview.revision += stands;
    overview.crops[0] = { ...overview.crops[0], name: 'PADDY', met_tonnes: stands };
    await route.fulfill({ response: answer, json: overview });
  });
  await page.goto('/demand');
  const met = await demandTable(page).cell('PADDY', 'Met');
  await expect(met).toHaveText('1.000');
  for (const next of [2, 3]) {
    stands = next;
    // Only the polling timer can update the page.
    await page.clock.runFor(15_000);
    await expect(met).toHaveText(`${next}.000`);
  }
});

test('a lost live stream is said calmly, with the time of the last reading, and taken back', async ({
  page,
}) => {
  let lost = true;
  await page.clock.install({ time: '2026-07-20T04:00:00Z' });
  await page.route('**/api/v1/demand/events*', (route) => (lost ? route.abort() : route.continue()));
  await page.goto('/demand');
  await expect(demandTable(page).rows).toHaveCount(16);
  const paused = page.getByRole('status').filter({ hasText: 'Live updates are paused.' });
  await expect(paused).toHaveCount(0);
  await page.clock.runFor(5_000);
  await expect(paused).toContainText('The figures may be old.');
  await expect(paused).toContainText('Last read on 20 Jul 2026, 9:30 am.');
  await expect(page.getByRole('alert')).toHaveCount(0);
  lost = false;
  // The longest wait before a retry.
  await page.clock.runFor(30_000);
  await expect(paused).toHaveCount(0);
});

test('eight open screens of demand leave the browser room for requests', async ({ context }) => {
  const pages = [];
  for (let tab = 0; tab < 8; tab += 1) {
    const page = await context.newPage();
    await page.goto('/demand');
    await expect(demandTable(page).rows).toHaveCount(16);
    pages.push(page);
  }
  const answers = await Promise.all(
    pages.map((page) =>
      page.evaluate(async () => {
        const answer = await fetch('/api/v1/demand', {
          cache: 'no-store',
          signal: AbortSignal.timeout(4_000),
        });
        return answer.status;
      }),
    ),
  );
  expect(answers).toEqual(pages.map(() => 200));
});
