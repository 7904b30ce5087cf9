import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { languagesIn } from './scripts/catalogues.mjs';

/** The freshness check extracts into a copy of this folder. */
const folder = process.env.GROW_CATALOGUES ?? 'locales';

/** Files of the sign-in, the slides and the privacy notice, which the first screen does without. */
const entrance = [
  'src/features/session/!(own-sessions).ts*',
  'src/pages/@(login|slides)-page.tsx',
  'src/shared/consent/@(notice-dialog|read-notice).tsx',
];

/** Rounded figures, which are in more than one part. */
const roundFigures = ['src/shared/charts/compact.ts', 'src/shared/format/round-tonnes.ts'];

/** Files of the parts of the demand screen that come after its figures. */
const figures = [
  'src/features/demand/@(balance|compare|details|map|more|sheet|state)/*.ts*',
  ...roundFigures,
];

/** Files about what to sow and when: the advice, the calendar, and what is planned, sown and harvested. */
const advice = [
  'src/features/@(advice|calendar|sowings)/**/*.ts*',
  'src/shared/@(calendar|sowing)/*.ts*',
  ...roundFigures,
];

/** The choice of a state, and the names of the states. */
const regionChoice = ['src/features/demand/region/!(own-state).tsx'];
const regions = [...regionChoice, 'src/shared/regions/*.ts*'];

/** Sentences of pages that the server writes itself, and of pages before the app runs. */
const server = ['src/app/server-sentences.ts'];

/**
 * Files of the guest catalogue: the demand screen and the frame around all screens. All files in no list
 * belong to farmers.
 */
const guest = [
  'src/app/!(profile-menu|server-sentences).ts*',
  'src/features/demand/*.ts*',
  'src/pages/demand-page.tsx',
  'src/shared/@(charts|format)/!(compact|round-tonnes).ts*',
  'src/shared/i18n/*.ts*',
  'src/shared/ui/!(form-dialog).ts*',
  'src/shared/crops/!(display-names).ts*',
];

/** Farmers' screens name states and show the notice, too. */
const notOfFarmers = [...guest, ...figures, ...advice, ...regionChoice, ...server, ...entrance.slice(0, 2)];

export default defineConfig({
  sourceLocale: 'en',
  locales: languagesIn(folder),
  catalogs: [
    { path: `${folder}/{locale}/guest`, include: guest },
    { path: `${folder}/{locale}/entrance`, include: entrance },
    { path: `${folder}/{locale}/figures`, include: figures },
    { path: `${folder}/{locale}/advice`, include: advice },
    { path: `${folder}/{locale}/regions`, include: regions },
    { path: `${folder}/{locale}/server`, include: server },
    { path: `${folder}/{locale}/farmer`, include: ['src'], exclude: notOfFarmers },
  ],
  // Without line numbers, which would change the catalogues with every edit.
  format: formatter({ lineNumbers: false }),
  compileNamespace: 'es',
});
