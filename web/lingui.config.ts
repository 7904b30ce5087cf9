import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

/** The freshness check extracts beside the committed catalogues, not over them. */
const folder = process.env.GROW_CATALOGUES ?? 'locales';

const encyclopedia = ['src/features/crops/**', 'src/pages/crop-*'];
const later = ['src/features/demand/later/**'];
const privacy = ['src/shared/consent/**', 'src/features/privacy/own-data*', 'src/features/privacy/erase-*'];
const record = [
  'src/features/record/**',
  'src/pages/complete-profile-*',
  'src/pages/npk-*',
  'src/pages/place-*',
  'src/pages/profile-*',
];
const signIn = ['auth-errors.*', 'in-app-*', 'sign-in-*'].map((file) => `src/features/session/${file}`);
const recommendations = ['src/features/recommendations/**', 'src/pages/recommended-*'];

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  // What only some screens say is loaded with them.
  catalogs: [
    {
      path: `${folder}/{locale}`,
      include: ['src'],
      exclude: [...encyclopedia, ...record, ...recommendations, ...signIn, ...later, ...privacy],
    },
    { path: `${folder}/crops/{locale}`, include: encyclopedia },
    { path: `${folder}/record/{locale}`, include: record },
    { path: `${folder}/later/{locale}`, include: later },
    { path: `${folder}/privacy/{locale}`, include: privacy },
    { path: `${folder}/sign-in/{locale}`, include: signIn },
    { path: `${folder}/recommendations/{locale}`, include: recommendations },
  ],
  // Line numbers would change the catalogue with every edit of a screen.
  format: formatter({ lineNumbers: false }),
  compileNamespace: 'es',
});
