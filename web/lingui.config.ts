import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

/** The freshness check extracts beside the committed catalogues, not over them. */
const folder = process.env.GROW_CATALOGUES ?? 'locales';

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  catalogs: [{ path: `${folder}/{locale}`, include: ['src'] }],
  // Line numbers would change the catalogue with every edit of a screen.
  format: formatter({ lineNumbers: false }),
  compileNamespace: 'es',
});
