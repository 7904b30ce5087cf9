import type { Plugin } from 'vite';
import { below, from, isWidth } from '../src/shared/styles/breakpoints.ts';

const NAMED = /\(--(from|below)-([a-z-]+)\)/g;

/** Puts the widths of the layout into the styles, which name them as custom media queries. */
export function breakpoints(): Plugin {
  return {
    name: 'grow-breakpoints',
    enforce: 'pre',
    transform(code, id) {
      if (!id.split('?', 1)[0]?.endsWith('.css')) return null;
      if (/@media[^{]*\bwidth/.test(code)) this.error('Widths are declared in breakpoints.ts alone');
      return code.replace(NAMED, (query, which: string, width: string) => {
        if (!isWidth(width)) return this.error(`There is no width for ${query}`);
        return which === 'from' ? from(width) : below(width);
      });
    },
  };
}
