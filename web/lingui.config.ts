import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

/** The freshness check extracts beside the committed catalogues, not over them. */
const folder = process.env.GROW_CATALOGUES ?? 'locales';

/** What everybody may read: the screens of guests, and what stands around every screen. All else is for farmers. */
const guest = [
  'src/app/!(profile-menu).tsx',
  'src/features/demand/*.ts*',
  'src/features/demand/region/!(own-state).tsx',
  'src/features/session/!(own-sessions).ts*',
  'src/pages/@(demand|login|slides)-page.tsx',
  'src/shared/@(charts|crops|format|i18n|ui)/*.ts*',
  'src/shared/consent/@(notice-dialog|read-notice).tsx',
];

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  catalogs: [
    { path: `${folder}/{locale}/guest`, include: guest },
    { path: `${folder}/{locale}/farmer`, include: ['src'], exclude: guest },
  ],
  // Line numbers would change the catalogue with every edit of a screen.
  format: formatter({ lineNumbers: false }),
  compileNamespace: 'es',
});
