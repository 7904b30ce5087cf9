import { defineConfig } from '@playwright/test';
import { testBrowser } from '../build/test-browser';
import { BOTH_STORES, BOTH_WIDTHS, WIDE_ONLY } from './tags';

const onPostgres = process.env.GROW_E2E_POSTGRES === '1';

/** Tests without a network have a project of their own: there a service worker answers. */
const OFFLINE = /\/e2e\/offline\//;

const onStore = onPostgres ? { grep: tagged(BOTH_STORES) } : { grepInvert: tagged(WIDE_ONLY) };

const phone = {
  name: 'phone',
  testIgnore: OFFLINE,
  ...onStore,
  use: { viewport: { width: 360, height: 740 } },
};

const offline = {
  name: 'offline',
  testMatch: [/\/e2e\/offline\/.*\.spec/],
  ...onStore,
  use: { viewport: { width: 360, height: 740 }, serviceWorkers: 'allow' as const },
};

/** `make offline-figures`. */
const offlineFigures = { ...offline, name: 'offline-figures', testMatch: [/\.measure\.ts/] };

const offlineDesktop = {
  name: 'offline-desktop',
  testMatch: [/\/e2e\/offline\/.*\.spec/],
  grep: tagged(BOTH_WIDTHS, WIDE_ONLY),
  use: { viewport: { width: 1280, height: 800 }, serviceWorkers: 'allow' as const },
};

const desktop = {
  name: 'desktop',
  testIgnore: OFFLINE,
  grep: tagged(BOTH_WIDTHS, WIDE_ONLY),
  use: { viewport: { width: 1280, height: 800 } },
};

function tagged(...tags: readonly { tag: string }[]): RegExp {
  return new RegExp(tags.map(({ tag }) => `${tag}(?= |$)`).join('|'));
}

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: false,
  forbidOnly: true,
  // A shared machine may stall the browser for seconds. Playwright reports a test that needs a retry as
  // flaky, which is a bug.
  retries: process.env.CI ? 1 : 0,
  // Each worker runs its own server and browser. One more than a small machine has cores: a test often waits for a
  // frame or for an answer.
  workers: 3,
  timeout: 90_000,
  // A screen retries a failed read for some seconds before it shows the error, and for longer on a busy
  // machine.
  expect: { timeout: 25_000 },
  reporter: [['list'], ['./closing-lines.ts']],
  use: {
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // A service worker would answer instead of the server and of the mocked routes.
    serviceWorkers: 'block',
    // Recording every test costs a fifth of the time. `npm run e2e -- --trace on` records all.
    trace: 'on-first-retry',
    launchOptions: testBrowser(),
  },
  projects: process.env.GROW_FIGURES
    ? [offlineFigures]
    : onPostgres
      ? [phone, offline]
      : [phone, offline, offlineDesktop, desktop],
});
