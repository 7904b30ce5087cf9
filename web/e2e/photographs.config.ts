import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** Configuration of `make screens`: as the tests, but with one project, since the album covers all sizes. */
export default defineConfig({
  ...tests,
  testMatch: 'photographs.ts',
  workers: 1,
  timeout: 1_800_000,
  projects: [{ name: 'album' }],
});
