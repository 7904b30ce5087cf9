import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';
export default defineConfig({ ...tests, testMatch: 'look.tmp.ts', workers: 1, timeout: 600_000, projects: [{ name: 'look' }] });
