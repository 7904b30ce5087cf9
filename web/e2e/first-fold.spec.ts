import type { Page } from '@playwright/test';
import { fillRecord } from './full-record';
import { expect, isPhone, ON_FIRST_OF_JULY, settled, signIn, test } from './grow-test';
import { BOTH_WIDTHS } from './tags';
import { wordsOf } from './words';

// A page loads as it does for a farmer: with its film.
test.use({ settings: ON_FIRST_OF_JULY, moving: true });

const SCREEN_PX = 740;

for (const language of ['en', 'hi', 'ta']) {
  test(`in '${language}' the first fold of /advice has the crop, its days, its water, what it leaves, and one button`, async ({
    page,
    farmer,
    grow,
  }) => {
    const say = language === 'en' ? (words: string) => words : wordsOf(language);
    await signIn(page, farmer);
    await fillRecord(page.request, grow.url);
    await page.goto(`/advice?lang=${language}`);
    await settled(page);
    const first = page
      .getByRole('region')
      .filter({ has: page.getByRole('heading', { level: 2 }) })
      .first();
    const plan = first.getByRole('button', { name: say('I plan to sow this') });
    await expect(first.getByRole('heading', { level: 2 })).toBeInViewport({ ratio: 1 });
    for (const line of await first.getByRole('listitem').all())
      await expect(line).toBeInViewport({ ratio: 1 });
    await expect(plan).toBeInViewport({ ratio: 1 });
    expect(await first.locator('h2, p:not(fieldset *), li').count()).toBeLessThanOrEqual(6);
    // One question at a time.
    await expect(first.getByRole('group')).toHaveText(
      new RegExp(`^${say('Can you water it?').replace('?', '\\?')}`),
    );
    expect(await page.evaluate(() => document.documentElement.scrollHeight), 'px').toBeLessThanOrEqual(
      3 * SCREEN_PX,
    );
    await page.goto(`/dashboard?lang=${language}`);
    await settled(page);
    const table = await page
      .getByRole('table')
      .first()
      .evaluate((one) => one.getBoundingClientRect().top + scrollY);
    expect(table, 'px').toBeLessThanOrEqual(2 * SCREEN_PX);
  });
}

/** Slow 4G: bytes a second, and ms. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

/** Returns the largest sum of unasked layout shifts within a window of five seconds, as the field measures it. */
async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((told) => {
        new PerformanceObserver((list) => {
          let [worst, sum, begin, last] = [0, 0, 0, Number.NEGATIVE_INFINITY];
          for (const entry of list.getEntries()) {
            const { value, startTime, hadRecentInput } = entry as PerformanceEntry & {
              value: number;
              hadRecentInput: boolean;
            };
            if (hadRecentInput) continue;
            if (startTime - last > 1000 || startTime - begin > 5000) [sum, begin] = [0, startTime];
            [sum, last] = [sum + value, startTime];
            worst = Math.max(worst, sum);
          }
          told(worst);
        }).observe({ type: 'layout-shift', buffered: true });
        // An observer is not called where nothing has shifted.
        setTimeout(() => told(0), 1000);
      }),
  );
}

for (const path of ['/dashboard', '/advice', '/demand?region=IN-TN']) {
  test(
    `${path} shifts by less than 0.1 on a slow phone, on the first visit and on the second`,
    BOTH_WIDTHS,
    async ({ page, farmer, grow }) => {
      test.setTimeout(180_000);
      await signIn(page, farmer);
      await fillRecord(page.request, grow.url);
      const browser = await page.context().newCDPSession(page);
      await browser.send('Network.enable');
      await browser.send('Network.emulateNetworkConditions', SLOW);
      await browser.send('Emulation.setCPUThrottlingRate', { rate: 6 });
      for (const visit of ['first', 'second']) {
        await page.goto(path);
        await settled(page);
        const last =
          path === '/advice' ? page.getByText('More about it').first() : page.getByRole('table').nth(1);
        await last.waitFor();
        // What comes later comes while the phone rests.
        await page.evaluate(
          () => new Promise((rest) => requestIdleCallback(() => requestIdleCallback(rest))),
        );
        const shift = await layoutShift(page);
        console.log(`${shift.toFixed(3)}  ${path}, ${isPhone(page) ? 'phone' : 'desk'}, ${visit} visit`);
        expect.soft(shift, `${visit} visit`).toBeLessThanOrEqual(0.1);
      }
    },
  );
}
