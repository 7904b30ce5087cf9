import { readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { fillRecord } from './full-record';
import { settled, signIn, test } from './grow-test';
import { FARMER_SCREENS, GUEST_SCREENS } from './screens';

const ALBUM = resolve(import.meta.dirname, '../../docs/screens');
const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } };
const SCHEMES = ['light', 'dark'] as const;
const MURUGAN = { name: 'Murugan Selvam', email: 'murugan@example.in' };

/** A fixed time, so that the screenshots do not depend on the day. */
const NOW = '2026-07-20T04:00:00.000Z';
const DAYS_SINCE_SOWING = [6, 19, 33];
const DAY_MS = 86_400_000;

/** Longer screens are cut off at this height. */
const LONGEST_PX = 2000;
const QUALITY = 70;

test('every screen, for guest and farmer, on phone and desk, by day and by night', async ({
  browser,
  grow,
}) => {
  for (const old of await readdir(ALBUM)) {
    if (old.endsWith('.webp')) await rm(join(ALBUM, old));
  }
  const farmer = await aFarmer(browser, grow.url);
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of SCHEMES) {
      for (const [who, screens, storageState] of [
        ['guest', GUEST_SCREENS, undefined],
        ['farmer', FARMER_SCREENS, farmer],
      ] as const) {
        const context = await browser.newContext({
          baseURL: grow.url,
          viewport,
          colorScheme,
          reducedMotion: 'reduce',
          locale: 'en-IN',
          timezoneId: 'Asia/Kolkata',
          ...(storageState && { storageState }),
        });
        const page = await context.newPage();
        await holdTheDay(page);
        for (const path of screens) {
          await page.goto(path);
          await settled(page);
          const name = `${who}${path.replaceAll('/', '-')}-${size}-${colorScheme}.webp`;
          await writeFile(join(ALBUM, name), await photograph(page, viewport));
        }
        await context.close();
      }
    }
  }
});

/** Returns the browser state of a farmer with a full record. */
async function aFarmer(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL });
  await signIn(await context.newPage(), MURUGAN);
  await fillRecord(context.request, baseURL);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Replaces all times in answers by the fixed time, and the live stream by a silent one. */
async function holdTheDay(page: Page): Promise<void> {
  await page.clock.setFixedTime(NOW);
  await page.addInitScript(() => {
    class OpenAndSilent extends EventTarget {
      readyState = 1;
      onopen: (() => void) | null = null;
      constructor() {
        super();
        queueMicrotask(() => this.onopen?.());
      }
      close() {}
    }
    Object.assign(globalThis, { EventSource: OpenAndSilent });
  });
  const moment = /\d{4}-\d\d-\d\dT\d\d:\d\d:[\d.]+Z/g;
  await page.route(/\/api\/v1\/|\/[a-z-]*(?:\?|$)/, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const sowings = route.request().url().endsWith('/me/sowings');
    let body = await response.text();
    let row = 0;
    body = sowings
      ? body.replace(/"sown_at":"[^"]*","days_since_sowing":\d+/g, () => {
          const days = DAYS_SINCE_SOWING[row++ % DAYS_SINCE_SOWING.length] ?? 0;
          const sown = new Date(Date.parse(NOW) - days * DAY_MS).toISOString();
          return `"sown_at":"${sown}","days_since_sowing":${days}`;
        })
      : body.replace(moment, NOW);
    await route.fulfill({ response, body });
  });
}

/** Captures the whole screen as WebP through the DevTools protocol. Playwright's own formats are larger. */
async function photograph(page: Page, viewport: { width: number; height: number }): Promise<Buffer> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({
    ...viewport,
    height: Math.min(Math.max(height, viewport.height), LONGEST_PX),
  });
  await drawn(page);
  const browser = await page.context().newCDPSession(page);
  const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await browser.detach();
  await page.setViewportSize(viewport);
  return Buffer.from(data, 'base64');
}

/** Waits for visible images, which load lazily, and for charts, which are in a chunk of their own. */
async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const seen = (image: HTMLImageElement) => image.getBoundingClientRect().top < innerHeight;
    return [...document.images].every((image) => image.complete || !seen(image));
  });
  await page.waitForLoadState('networkidle');
}
