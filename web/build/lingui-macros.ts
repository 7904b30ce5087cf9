import { transformAsync } from '@babel/core';
import type { Plugin } from 'vite';

const MACRO_IMPORT = /from\s+['"]@lingui\/(?:react|core)\/macro['"]/;

/**
 * Expands Lingui's macros before Vite's own transform. The official Rolldown plugin for Babel needs Node 22,
 * and the project builds on Node 20. Babel transforms only files that import a macro, and keeps JSX and
 * types.
 */
export function linguiMacros(): Plugin {
  return {
    name: 'grow-lingui-macros',
    enforce: 'pre',
    async transform(code, id) {
      const file = id.split('?', 1)[0] ?? id;
      if (!/\.tsx?$/.test(file) || !MACRO_IMPORT.test(code)) return null;
      const result = await transformAsync(code, {
        filename: file,
        babelrc: false,
        configFile: false,
        sourceMaps: true,
        parserOpts: { plugins: ['typescript', 'jsx'] },
        plugins: ['@lingui/babel-plugin-lingui-macro'],
      });
      return result?.code ? { code: result.code, map: result.map ?? null } : null;
    },
  };
}
