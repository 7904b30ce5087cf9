import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** `make screens`: the same browser and server as the tests, one project, since the album itself goes through all sizes. */
export default defineConfig({
  ...tests,
  testMatch: 'photographs.ts',
  workers: 1,
  timeout: 600_000,
  projects: [{ name: 'album' }],
});
