import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { breakpoints } from './build/breakpoints.ts';
import { className } from './build/class-name.ts';
import { isOfFirstRoute } from './build/first-route.ts';
import { languages } from './build/languages.ts';
import { linguiMacros } from './build/lingui-macros.ts';
import { packedFiles } from './build/packed-files.ts';
import { pages } from './build/pages.ts';

const BACK_END = 'http://127.0.0.1:8080';

/** What farmers' screens share, and what their forms share. */
const OWN =
  /\/src\/shared\/(?:api\/(?:advice|crops|known-crops|land-size|places|record|sowings|use-write)|land\/(?:measures|units|use-land-units|use-own-area)|consent\/(?:consent-wanted|queries|use-)|crops\/(?:card-name|crop-grid|display-names|with-crops)|format\/field-figures|forms\/form-problems|navigation\/|speech\/)/;
/** How crops are named and drawn beside their names. */
const NAMES =
  /\/src\/shared\/crops\/(?:common-name|crop-drawing|crop-picture|drawings|crop-words|name-parts|use-common-name)|\/data\/crop_names/;
/** What changes the language, and what only the parts after the figures round. */
const LANGUAGE = /\/src\/(?:app\/choose-language|shared\/i18n\/(?:kept|show)-language)/;
const ROUNDED = /\/src\/shared\/(?:charts\/compact|format\/round-tonnes)/;
/** What the forms of the farmer's record share. */
const RECORD =
  /\/src\/(?:features\/(?:known-crops\/|record\/(?:district-|field-|is-|land-|place-detail|place-question|place-text|record-form|record-lines|record-rules|use-keep-record|use-save-answer|water-question|soil-question|with-record))|pages\/later-)/;
const FORMS =
  /\/src\/shared\/(?:forms\/(?!form-problems)|land\/(?:land-size|saved-size|size-|unit-|use-land-size)|sowing|ui\/(?:form-dialog|question))/;

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
  css: { modules: { generateScopedName: className } },
  build: {
    // The content security policy forbids `data:` addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    // `npm run size` reads it.
    manifest: true,
    // One file with all styles, of which the build embeds in each page what a first view needs.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // React rarely changes and stays in the browser cache across releases. Shared code compresses better
        // in one chunk.
        codeSplitting: {
          // Few chunks: a phone on HTTP/1.1 fetches six files at a time. Excludes code that only forms and
          // crop cards need.
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
            // Every name of a chunk stands in the entry: what farmers' screens share comes in a few chunks.
            { name: 'own', test: OWN, minShareCount: 2, includeDependenciesRecursively: false },
            { name: 'forms', test: FORMS, minShareCount: 2, includeDependenciesRecursively: false },
            { name: 'record', test: RECORD, minShareCount: 2, includeDependenciesRecursively: false },
            { name: 'names', test: NAMES, includeDependenciesRecursively: false },
            { name: 'language', test: LANGUAGE, includeDependenciesRecursively: false },
            { name: 'rounded', test: ROUNDED, minShareCount: 2, includeDependenciesRecursively: false },
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
    include: ['{build,src}/**/*.test.{ts,tsx}'],
    environment: 'node',
    setupFiles: ['src/shared/testing/activate-english.ts'],
  },
});
