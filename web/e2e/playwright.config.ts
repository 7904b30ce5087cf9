import { execFileSync } from 'node:child_process';
import { defineConfig } from '@playwright/test';
import { BOTH_WIDTHS, NO_STORE, WIDE_ONLY } from './tags';

/** Without a window of its own Chromium opens a page in a quarter of the time; a screen and its script are the same. */
const chromium =
  process.env.GROW_E2E_CHROMIUM ??
  execFileSync('sh', ['-c', 'command -v chromium-headless-shell || command -v chromium'], {
    encoding: 'utf8',
  }).trim();

const onPostgres = process.env.GROW_E2E_POSTGRES === '1';

/** Behind another store a screen looks the same and says the same: there, only what is saved and read again is shown once more. */
const alike = [
  /\/e2e\/spec\//,
  /\/e2e\/(?:accessibility|crops|elsewhere|gallery|in-app-browser|keyboard|layout|live-demand|lost-network|menu)\.spec/,
  /\/e2e\/(?:names|page|script-payloads|soil-climate-screen|video)\.spec/,
];

const phone = {
  name: 'phone',
  grepInvert: tagged(WIDE_ONLY, ...(onPostgres ? [NO_STORE] : [])),
  testIgnore: onPostgres ? alike : [],
  use: { viewport: { width: 360, height: 740 } },
};

const desktop = {
  name: 'desktop',
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
  // A shared machine may stall a browser for seconds. A test that needs its second try is still named: it is flaky, and that is a bug.
  retries: process.env.CI ? 1 : 0,
  // Each worker runs a server and a browser of its own.
  workers: 2,
  timeout: 90_000,
  // A read that fails is tried again for some seconds before a screen says so; a busy machine makes them many.
  expect: { timeout: 25_000 },
  reporter: [['list'], ['./closing-lines.ts']],
  use: {
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // A worker of the app would answer in place of the server that a test runs and of the answers that it makes up.
    // Only what shows the worker itself allows it, in a project of its own.
    serviceWorkers: 'block',
    // Keeping one of every test would take a fifth of the time. `npm run e2e -- --trace on` keeps one here.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: chromium,
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: onPostgres ? [phone] : [phone, desktop],
});
