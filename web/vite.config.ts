import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { breakpoints } from './build/breakpoints.ts';
import { languages } from './build/languages.ts';
import { linguiMacros } from './build/lingui-macros.ts';
import { packedFiles } from './build/packed-files.ts';
import { pages } from './build/pages.ts';
import { sharedChunk } from './build/shared-chunks.ts';
import { testBrowser } from './build/test-browser.ts';

const BACK_END = 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [
    breakpoints(),
    linguiMacros(),
    languages(),
    react(),
    lingui({ failOnCompileError: true, failOnMissing: true }),
    pages(),
    packedFiles(),
  ],
  // React includes this hook since version 18. wouter imports the shim for older versions.
  resolve: { tsconfigPaths: true, alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    // The content security policy forbids `data:` addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    // `npm run size` reads it.
    manifest: true,
    chunkImportMap: true,
    // One file with all styles, of which the build embeds in each page what a first view needs.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // A phone on HTTP/1.1 fetches six files at a time, and each costs a name in the entry: what screens share
        // comes in a few chunks, which stay in the browser's cache across releases that do not change them.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules\/(?:react|react-dom|scheduler)\/|rolldown\/runtime/,
              priority: 2,
            },
            {
              debugName: 'shared by screens',
              name: sharedChunk,
              priority: 1,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: {
    // A single host name: cookies and the sign-in redirect depend on it.
    host: '127.0.0.1',
    strictPort: true,
    // The names of crops come from there.
    fs: { allow: ['.', '../data'] },
    proxy: Object.fromEntries(
      ['/api', '/auth', '/deck', '/dev-idp'].map((path) => [path, { target: BACK_END }]),
    ),
  },
  test: {
    silent: 'passed-only',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{build,src}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.browser.test.tsx'],
          environment: 'node',
          setupFiles: ['src/testing/activate-english.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          include: ['src/**/*.browser.test.tsx'],
          setupFiles: ['src/testing/screens-setup.ts'],
          // One page for all files: the app is loaded once, and each test renders it anew.
          isolate: false,
          fileParallelism: false,
          // A machine that is shared may stall for seconds.
          testTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            instances: [{ browser: 'chromium' }],
            provider: playwright({
              // A build needs no browser.
              ...(process.env.VITEST && { launchOptions: testBrowser() }),
              contextOptions: { locale: 'en-IN', timezoneId: 'Asia/Kolkata' },
            }),
          },
        },
      },
    ],
  },
});
