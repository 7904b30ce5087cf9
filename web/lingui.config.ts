import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { languagesIn } from './scripts/catalogues.mjs';

/** The freshness check extracts into a copy of this folder. */
const folder = process.env.GROW_CATALOGUES ?? 'locales';

/** What a guest can see: the demand screen with all its parts, the sign-in, the slides, and the frame around them. */
const guest = [
  'src/app/!(profile-menu|server-sentences).ts*',
  'src/pages/@(demand|login|slides)-page.tsx',
  'src/features/demand/**/!(own-state).ts*',
  'src/features/session/!(own-sessions).ts*',
  'src/features/calendar/!(arrivals*|crop-*).ts*',
  'src/domain/@(calendar|demand|regions)/*.ts*',
  'src/domain/consent/@(notice-dialog|read-notice).tsx',
  'src/domain/crops/!(display-names).ts*',
  'src/shared/@(api|charts|format)/*.ts*',
  'src/shared/ui/!(form-dialog).ts*',
];

/** What /advice opens on a tap, and what it shares with other screens. */
const opened = [
  'advice-panel',
  'more-of-crop',
  'advice-facts',
  'field-inputs',
  'card-tools',
  'why',
  '@(harvest|input|land|need|price|rotation)-sentences',
  '@(plan|drop|sown)-dialog',
  'beyond-land',
];

/** What a farmer sees on /advice at rest, and the menu and the notices of every farmer's screen. */
const farmer = [
  'src/app/{profile-menu,offline/*}.ts*',
  'src/pages/{advice-page,field-questions}.tsx',
  `src/features/advice/!(${opened.join('|')}).ts*`,
  'src/features/demand/region/own-state.tsx',
  'src/outbox/screens/follow-outbox.ts',
  'src/features/recommendations/@(land-unknown|place-wanted).tsx',
  'src/features/record/@(next-question|tested).ts*',
  'src/domain/crops/display-names.ts',
  'src/domain/ready/*.ts*',
  'src/domain/land/@(units|yardstick|water-and-soil).ts*',
];

/** Sentences of pages that the server writes itself, and of pages before the app runs. */
const server = ['src/app/server-sentences.ts'];

export default defineConfig({
  sourceLocale: 'en',
  locales: languagesIn(folder),
  catalogs: [
    { path: `${folder}/{locale}/guest`, include: guest },
    { path: `${folder}/{locale}/farmer`, include: farmer },
    { path: `${folder}/{locale}/screens`, include: ['src'], exclude: [...guest, ...farmer, ...server] },
    { path: `${folder}/{locale}/server`, include: server },
  ],
  // Without line numbers, which would change the catalogues with every edit.
  format: formatter({ lineNumbers: false }),
  compileNamespace: 'es',
});
