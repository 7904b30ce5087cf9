import { execFileSync } from 'node:child_process';
import { defineConfig } from '@playwright/test';

const chromium =
  process.env.GROW_E2E_CHROMIUM ??
  execFileSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).trim();

/** Behind another store a screen looks the same and says the same: there, only what is saved and read again is shown once more. */
const alike =
  process.env.GROW_E2E_POSTGRES === undefined
    ? []
    : [
        /\/e2e\/spec\//,
        /\/e2e\/(?:accessibility|elsewhere|gallery|in-app-browser|keyboard|layout|names|page|script-payloads|video)\.spec/,
      ];

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
  projects: [
    {
      name: 'phone',
      // Narrow screens sign in by redirect.
      testIgnore: ['**/*-popup.spec.ts', ...alike],
      use: { viewport: { width: 360, height: 740 } },
    },
    {
      name: 'desktop',
      testIgnore: alike,
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
});
