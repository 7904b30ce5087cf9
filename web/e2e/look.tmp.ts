import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { ADVICE, adviseWith, answerCalendar, HARVEST, PLAN } from './advice-answer';
import { fillRecord } from './full-record';
import { agree, settled, signIn, test } from './grow-test';

const DIST = resolve(import.meta.dirname, '../dist');
const index = JSON.parse(readFileSync(`${DIST}/pages/index.json`, 'utf8'));
const only = (process.env.LOOK ?? '').split(',').filter(Boolean);
const TYPES: Record<string, string> = { js: 'text/javascript', svg: 'image/svg+xml', avif: 'image/avif' };

async function ownBuild(page: Page) {
  await page.route('**/*', async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (request.resourceType() === 'document') {
      const parts = pathname.split('/').filter(Boolean);
      const found = index.screens.find((one: { path: string }) => {
        const own = one.path.split('/').filter(Boolean);
        return own.length === parts.length && own.every((p: string, i: number) => p.startsWith(':') || p === parts[i]);
      });
      if (!found) return route.fallback();
      const html = readFileSync(`${DIST}/pages/${found.file}`, 'utf8')
        .replace('<!--styles-->', () => readFileSync(`${DIST}/pages/styles.css`, 'utf8'))
        .replace('<!--answers-->', '');
      return route.fulfill({ contentType: 'text/html', body: html });
    }
    if (pathname.startsWith('/assets/')) {
      const ext = pathname.split('.').at(-1) ?? '';
      return route.fulfill({ contentType: TYPES[ext] ?? 'application/octet-stream', body: readFileSync(DIST + pathname) });
    }
    return route.fallback();
  });
}

test('look', async ({ browser, grow }) => {
  const context0 = await browser.newContext({ baseURL: grow.url });
  await signIn(await context0.newPage(), { name: 'Murugan Selvam', email: 'murugan@example.in' });
  await fillRecord(context0.request, grow.url);
  const state = await context0.storageState();
  const sizes: [string, { width: number; height: number }, number][] = [
    ['phone', { width: 360, height: 740 }, 16],
    ['desk', { width: 1280, height: 800 }, 16],
    ['tiny200', { width: 320, height: 740 }, 32],
  ];
  for (const [size, viewport, font] of sizes) {
    for (const scheme of ['light', 'dark'] as const) {
      if (font > 16 && scheme === 'dark') continue;
      const shots: [string, string, object | null, ((page: Page) => Promise<void>)?][] = [
        ['advice', '/advice', { intentions: [PLAN] }],
        ['why', '/advice', {}, async (page) => { await page.getByRole('button', { name: /Why this/ }).first().click(); await page.getByText('Two thirds').waitFor(); }],
        ['plan', '/advice', {}, async (page) => { await page.getByRole('button', { name: 'I plan to sow this' }).first().click(); await page.getByLabel('Field Size').fill('1.5'); }],
        ['planned', '/advice', { intentions: [{ ...PLAN, crop: 'blackGram', name: 'BLACK GRAM' }] }, async (page) => { await page.getByRole('button', { name: 'I have sown it: black gram' }).first().click(); }],
        ['full', '/advice', { all_full: true, advice: ADVICE.advice.map((a) => ({ ...a, need_open_percent: -12, filled_if_all_follow_percent: 114 })) }],
        ['nothing', '/advice', { advice: [] }],
        ['place', '/advice', { advice: [], later: [], missing: 'place-missing' }],
        ['dashboard', '/dashboard', {}],
        ['sowings', '/my-sowing', {}],
        ['harvested', '/my-sowing', {}, async (page) => { await page.getByRole('button', { name: /^Harvested/ }).first().click(); }],
        ['add', '/add', {}, async (page) => { await page.getByLabel('Crop', { exact: true }).selectOption('SUGARCANE'); await page.getByLabel('Field Size').fill('11'); await page.getByText('More of this').waitFor(); }],
        ['land', '/add', {}, async (page) => { await page.getByLabel('Crop', { exact: true }).selectOption('SUGARCANE'); await page.getByLabel('Field Size').fill('11'); await page.getByRole('button', { name: 'Add Crop Details' }).click(); await page.getByRole('dialog').waitFor(); }],
        ['profile', '/profile', {}],
        ['detail', '/crop-detail/blackGram', {}],
        ['demand', '/demand', null],
      ];
      for (const [name, path, told, act] of shots) {
        if (only.length && !only.includes(name)) continue;
        const context = await browser.newContext({ baseURL: grow.url, viewport, colorScheme: scheme, locale: 'en-IN', timezoneId: 'Asia/Kolkata', serviceWorkers: 'block', ...(told && { storageState: state }) });
        await context.addInitScript(() => localStorage.setItem('grow-background', 'still'));
        const page = await context.newPage();
        page.on('pageerror', (error) => console.log(name, String(error)));
        page.on('console', (m) => /error|warn/.test(m.type()) && console.log(name, m.text()));
        await page.clock.setFixedTime('2026-07-03T06:00:00Z');
        if (font > 16) await (await context.newCDPSession(page)).send('Page.setFontSizes', { fontSizes: { standard: font } });
        await ownBuild(page);
        await adviseWith(page, told ?? {});
        await answerCalendar(page);
        await page.route('**/api/v1/me/sowings', async (route) => {
          if (route.request().method() !== 'GET') return route.fallback();
          const answer = await route.fetch();
          const json = await answer.json();
          json.items = json.items.map((one: object, i: number) => ({ ...one, ...HARVEST, ...(i === 1 && { closed: { outcome: 'harvested', on: '2026-07-01', harvested_kg: 1840 } }), ...(i === 2 && { closed: { outcome: 'failed', on: '2026-07-02', harvested_kg: null } }) }));
          return route.fulfill({ json });
        });
        await page.goto(path);
        await settled(page);
        await page.waitForLoadState('networkidle');
        if (act) await act(page);
        await page.waitForTimeout(350);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (over > 0) console.log('OVERFLOW', name, size, over);
        const isDialog = await page.getByRole('dialog').count();
        if (!isDialog) {
          const height = await page.evaluate(() => document.documentElement.scrollHeight);
          await page.setViewportSize({ ...viewport, height: Math.min(height, name === 'why' ? 5000 : 3400) });
          await page.waitForTimeout(250);
        }
        await page.screenshot({ path: `/tmp/look/${name}-${size}-${scheme}.png` });
        await context.close();
      }
    }
  }
  await context0.close();
});
