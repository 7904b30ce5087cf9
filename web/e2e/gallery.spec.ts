import { resolve } from 'node:path';
import { expect, test as plain } from '@playwright/test';
import { createServer } from 'vite';
import { violationsOf } from './axe';

const WEB = resolve(import.meta.dirname, '..');

/** Starts the development server, which alone serves the gallery. */
const test = plain.extend<object, { development: string }>({
  development: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixture names from this pattern.
    async ({}, use) => {
      const vite = await createServer({ root: WEB, server: { port: 0, strictPort: false, hmr: false } });
      await vite.listen();
      await use(vite.resolvedUrls?.local[0] ?? '');
      await vite.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test('every component in every state, without a violation, at 320 px and more', async ({
  page,
  development,
}) => {
  await page.goto(`${development}_ui`);
  await expect(page.getByRole('heading', { level: 1, name: 'Components' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Bar chart of demand and met' })).toBeVisible();
  for (const title of ['Buttons', 'Fields', 'What opens', 'Stat cards', 'Table', 'Messages', 'Avatars']) {
    await expect(page.getByRole('region', { name: title, exact: true })).toBeVisible();
  }
  for (const [colorScheme, width, only] of [
    ['light', 1280, 'no colours'],
    ['light', 360, undefined],
    ['dark', 360, 'colours'],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await violationsOf(page, only && { only })).toEqual([]);
  }
  await page.setViewportSize({ width: 320, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
