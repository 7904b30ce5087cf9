import type { Plugin } from 'vite';
import { below, from, isWidth } from '../src/shared/styles/breakpoints.ts';

const NAMED = /\(--(from|below)-([a-z-]+)\)/g;

/** Replaces the custom media queries of the styles by the widths of `breakpoints.ts`. */
export function breakpoints(): Plugin {
  return {
    name: 'grow-breakpoints',
    enforce: 'pre',
    transform(code, id) {
      if (!id.split('?', 1)[0]?.endsWith('.css')) return null;
      if (/@media[^{]*\bwidth/.test(code)) this.error('Declare width queries in breakpoints.ts only');
      return code.replace(NAMED, (query, which: string, width: string) => {
        if (!isWidth(width)) return this.error(`No breakpoint for ${query}`);
        return which === 'from' ? from(width) : below(width);
      });
    },
  };
}
