// Measures the offline path and prints its figures: `make offline-figures`, on a machine that does nothing else. It is
// no part of the tests, which are never timed.
import { noticeNetwork } from '../answers';
import { fillRecord } from '../full-record';
import { expect, settled, signIn, walkTo } from '../grow-test';
import { answerKept, appKept, test, unsent } from './offline-test';
import { queueSowings } from './phone';

const SCREENS = ['/advice', '/add', '/my-sowing', '/demand', '/crop-detail/paddy'];
const TIMES_SLOWER = 6;
const MANY = 1_000;

for (const connection of ['cut', 'silent'] as const) {
  test(`first contentful paint, network ${connection}, processor ${TIMES_SLOWER} times slower`, async ({
    page,
    farmer,
    link,
  }) => {
    test.setTimeout(300_000);
    await signIn(page, farmer);
    await fillRecord(page.request, link.url);
    await page.goto('/dashboard');
    for (const path of SCREENS) {
      await walkTo(page, path);
      await settled(page);
    }
    await answerKept(page, 'crops', 'paddy');
    await appKept(page);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER });
    link.turn(connection);
    for (const path of SCREENS) {
      const paints: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        await page.goto(path, { waitUntil: 'commit' });
        await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 60_000 });
        paints.push(
          await page.evaluate(
            () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
          ),
        );
      }
      const median = paints.toSorted((a, b) => a - b)[2] ?? 0;
      console.log(`${connection.padEnd(7)} ${path.padEnd(20)} ${(median / 1000).toFixed(2)} s`);
    }
  });
}

test(`${MANY} sowings that wait are sent`, async ({ page, farmer, link }) => {
  test.setTimeout(300_000);
  await signIn(page, farmer);
  await fillRecord(page.request, link.url, []);
  await page.goto('/my-sowing');
  await settled(page);
  await queueSowings(page, Array(MANY).fill('maize'));
  const begin = Date.now();
  await noticeNetwork(page);
  const sent = async () => {
    const record = await page.request.get('/api/v1/me/export');
    // An export that is refused, because it is asked for too often, counts nothing.
    return ((await record.json()) as { sowings?: unknown[] }).sowings?.length ?? 0;
  };
  await expect.poll(sent, { timeout: 120_000, intervals: [2_000] }).toBe(MANY);
  console.log(`${MANY} sowings in ${((Date.now() - begin) / 1000).toFixed(1)} s`);
  await expect(unsent(page)).toHaveCount(0);
});
