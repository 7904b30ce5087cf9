// Measures a farmer's screens as the field measures them (web-vitals): shift and largest paint of the first and the
// second visit on a slow network, and from a press to the next paint. Prints Markdown tables; a missed target exits
// with 0, a failed measurement with another code.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import puppeteer from 'puppeteer-core';
import { browserPath } from './browser.mjs';
import { CPU, SLOW_4G } from './phone.mjs';
import { withGrow } from './served.mjs';
import { printTable, quantile, row } from './table.mjs';

const { values: options } = parseArgs({
  options: {
    grow: { type: 'string', default: resolve(import.meta.dirname, '../../target/dist/grow') },
    runs: { type: 'string', default: '3' },
    presses: { type: 'string', default: '8' },
  },
});
const RUNS = Number(options.runs);
const PRESSES = Number(options.presses);

const SIZES = { 360: { width: 360, height: 740 }, 1280: { width: 1280, height: 800 } };
const PATHS = ['/dashboard', '/advice'];

const SHIFT = { name: 'layout shift', most: 0.1, digits: 3 };
const PAINT = { name: 'largest contentful paint', most: 2.5, digits: 2, unit: ' s' };
const NEXT_PAINT = { most: 200, digits: 0, unit: ' ms', of: (values) => quantile(values, 0.75) };

/** Waits for a press to be answered: a paint after each of its events. */
const ANSWERED_MS = 1_500;

const tap = (selector) => async (page) => {
  const button = await page.waitForSelector(selector);
  await button.scrollIntoView();
  await (page.viewport().hasTouch ? button.tap() : button.click());
};

/** What is pressed, where. Each is done on a page that was opened for it. */
const PRESSED = [
  { name: 'sort', path: '/rec-sc', press: tap("::-p-xpath(//main//button[contains(., 'ascending') or contains(., 'descending')])") },
  { name: "'Why?' of a crop", path: '/rec-sc', press: tap('main tbody button[aria-expanded]') },
  { name: 'menu', path: '/dashboard', press: tap('header button[aria-expanded]') },
  { name: 'a known crop', path: '/manage-crops', press: tap('main li button') },
  {
    name: 'another region, by key',
    path: '/demand',
    press: async (page) => {
      await page.focus('main select');
      await page.keyboard.press('ArrowDown');
    },
  },
];

const library = readFileSync(
  createRequire(import.meta.url).resolve('web-vitals/attribution').replace(/[^/]*$/, 'web-vitals.attribution.umd.cjs'),
  'utf8',
);

/** Notes each report of web-vitals in the page. */
const noting = `${library}
window.vitals = {};
for (const name of ['CLS', 'LCP', 'INP'])
  webVitals['on' + name]((metric) => { window.vitals[name] = metric; }, { reportAllChanges: true, durationThreshold: 16 });`;

const quiet = (page) => page.waitForNetworkIdle({ idleTime: 1_500, concurrency: 1, timeout: 60_000 });

/** Opens a new window of this size, as slow as a cheap phone. */
async function slowPage(context, size, isNetworkSlow) {
  const page = await context.newPage();
  const isPhone = size.width < 768;
  await page.setViewport({ ...size, isMobile: isPhone, hasTouch: isPhone });
  await page.emulateCPUThrottling(CPU);
  if (isNetworkSlow) {
    const { requestLatencyMs, downloadThroughputKbps, uploadThroughputKbps } = SLOW_4G;
    await page.emulateNetworkConditions({
      latency: requestLatencyMs,
      download: (downloadThroughputKbps * 1024) / 8,
      upload: (uploadThroughputKbps * 1024) / 8,
    });
  }
  await page.evaluateOnNewDocument(noting);
  return page;
}

const vital = (page, name) => page.evaluate((of) => window.vitals[of]?.value ?? (of === 'CLS' ? 0 : Number.NaN), name);

/** Signs a new farmer in, with the record and the sowings of a farmer of Erode. */
async function signIn(context, site, farmer) {
  const page = await context.newPage();
  const query = new URLSearchParams({ mode: 'redirect', login_hint: `${farmer}@example.org`, next: '/dashboard' });
  await page.goto(`${site}/auth/start?${query}`);
  await page.evaluate(async () => {
    const ask = async (method, path, body, key) => {
      const answer = await fetch(`/api/v1${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return answer.headers.get('content-type')?.includes('json') ? answer.json() : null;
    };
    const { version, language } = await ask('GET', '/privacy-notice');
    await ask('PUT', '/me/consent', { version, language });
    await ask('PUT', '/me/profile', { number: '98765 43210', place: 'Erode' });
    await ask('PUT', '/me/npk', { n: 180, p: 30, k: 250 });
    await ask('PUT', '/me/land', { land_ha: 2 });
    for (const crop of ['paddy', 'groundnut', 'maize', 'onion']) await ask('PUT', `/me/known-crops/${crop}`, {});
    await ask('POST', '/me/sowings', { crop: 'groundnut', field_size_ha: 0.5 }, 'vitals-1');
  });
  await page.close();
}

async function visits(browser, site, size, path) {
  const figures = { first: { CLS: [], LCP: [] }, second: { CLS: [], LCP: [] } };
  for (let run = 0; run < RUNS; run += 1) {
    const context = await browser.createBrowserContext();
    await signIn(context, site, `visit-${size.width}-${path.slice(1)}-${run}`);
    for (const visit of ['first', 'second']) {
      const page = await slowPage(context, size, true);
      await page.goto(site + path, { timeout: 60_000 });
      await quiet(page);
      for (const name of ['CLS', 'LCP']) figures[visit][name].push(await vital(page, name));
      await page.close();
    }
    await context.close();
  }
  return Object.entries(figures).flatMap(([visit, { CLS, LCP }]) => [
    row(`${path} at ${size.width}, ${visit} visit,`, SHIFT, CLS),
    row(`${path} at ${size.width}, ${visit} visit,`, PAINT, LCP.map((ms) => ms / 1000)),
  ]);
}

async function presses(browser, site, size, { name, path, press }) {
  const values = [];
  const parts = [];
  const context = await browser.createBrowserContext();
  await signIn(context, site, `press-${size.width}-${PRESSED.findIndex((one) => one.name === name)}`);
  for (let time = 0; time < PRESSES; time += 1) {
    const page = await slowPage(context, size, false);
    await page.goto(site + path, { timeout: 60_000 });
    await quiet(page);
    await press(page);
    await page.waitForFunction(() => window.vitals.INP, { timeout: 10_000 });
    // A press has several events: the last report holds the longest.
    await new Promise((next) => setTimeout(next, ANSWERED_MS));
    values.push(await vital(page, 'INP'));
    parts.push(
      await page.evaluate(() => {
        const { inputDelay, processingDuration, presentationDelay } = window.vitals.INP.attribution;
        return [inputDelay, processingDuration, presentationDelay];
      }),
    );
    await page.close();
  }
  await context.close();
  const middle = [0, 1, 2].map((part) => Math.round(quantile(parts.map((each) => each[part]), 0.5)));
  return row(`${name} at ${size.width}`, { ...NEXT_PAINT, name: `(${middle.join(' + ')})` }, values);
}

const browser = await puppeteer.launch({
  executablePath: browserPath('chromium-headless-shell', 'chromium'),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
});
try {
  await withGrow(options.grow, async (site) => {
    const seen = [];
    const pressed = [];
    for (const size of Object.values(SIZES)) {
      for (const path of PATHS) seen.push(...(await visits(browser, site, size, path)));
      for (const one of PRESSED) pressed.push(await presses(browser, site, size, one));
    }
    console.log('\n## The screens of a farmer: Slow 4G, CPU six times slower\n');
    printTable(seen);
    console.log('\n## From a press to the next paint: CPU six times slower, the 75th percentile\n');
    printTable(pressed);
    console.log('\nIn brackets the medians of the wait, the work and the paint, in milliseconds (`web-vitals`).');
  });
} finally {
  await browser.close();
}
