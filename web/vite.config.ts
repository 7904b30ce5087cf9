import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { breakpoints } from './build/breakpoints.ts';
import { isOfFirstRoute } from './build/first-route.ts';
import { linguiMacros } from './build/lingui-macros.ts';
import { packedFiles } from './build/packed-files.ts';
import { pages } from './build/pages.ts';

const BACK_END = 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [
    breakpoints(),
    linguiMacros(),
    react(),
    lingui({ failOnCompileError: true, failOnMissing: true }),
    pages(),
    packedFiles(),
  ],
  // React has had the hook itself since 18; wouter asks for what older ones need in its place.
  resolve: { tsconfigPaths: true, alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    // The content security policy allows no data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    // `npm run size` reads it.
    manifest: true,
    // All styles are one file, which the build writes into each page.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // React changes rarely and stays in the farmer's cache over our releases; the rest compresses better together.
        codeSplitting: {
          // Few files: a phone on HTTP/1.1 fetches six at a time. What only forms and crop cards need is not among it.
          groups: [
            {
              name: 'react',
              test: /node_modules\/(?:react|react-dom|scheduler)\/|rolldown\/runtime/,
              priority: 2,
            },
            {
              debugName: 'shared',
              name: (id, graph) => (isOfFirstRoute(id, graph) ? 'shared' : null),
              minShareCount: 3,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: {
    // One name for this computer: cookies and the way back from the sign-in belong to the address that was typed.
    host: '127.0.0.1',
    strictPort: true,
    proxy: Object.fromEntries(['/api', '/auth', '/dev-idp'].map((path) => [path, { target: BACK_END }])),
  },
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'node',
    setupFiles: ['src/shared/testing/activate-english.ts'],
  },
});
