import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

/** The freshness check extracts into a copy of this folder. */
const folder = process.env.GROW_CATALOGUES ?? 'locales';

/** Files of the parts of the demand screen that come after its figures. */
const figures = ['src/features/demand/@(details|map)/*.ts*'];

/** Files about what to sow and when: the advice, the calendar, and what is planned, sown and harvested. */
const advice = ['src/features/@(advice|calendar|sowings)/**/*.ts*', 'src/shared/@(calendar|sowing)/*.ts*'];

/**
 * Files of the guest catalogue: public screens and the frame around all screens. All files in no list
 * belong to farmers.
 */
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
    { path: `${folder}/{locale}/figures`, include: figures },
    { path: `${folder}/{locale}/advice`, include: advice },
    { path: `${folder}/{locale}/farmer`, include: ['src'], exclude: [...guest, ...figures, ...advice] },
  ],
  // Without line numbers, which would change the catalogues with every edit.
  format: formatter({ lineNumbers: false }),
  compileNamespace: 'es',
});
