import type { Page } from '@playwright/test';
import { fillRecord } from './full-record';
import { expect, ON_FIRST_OF_JULY, settled, signIn, test } from './grow-test';

const MOST_FILES = 13;
/**
 * Half of it is React, and 12 kB of /advice keep what a farmer reads and writes. The target of /advice is 105 kB, too:
 * see docs/performance.md.
 */
const MOST_KB = { '/demand': 105, '/advice': 130 } as const;

interface Loaded {
  name: string;
  /** As it came through the network, without headers. */
  kB: number;
}

/** Opens a screen and returns the scripts that it loads until it is idle and has been scrolled through. */
async function scriptsOf(page: Page, path: string): Promise<Loaded[]> {
  const scripts = new Map<string, Promise<Loaded>>();
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script' && !request.url().endsWith('.js')) return;
    const { pathname } = new URL(request.url());
    const sizes = request.sizes();
    scripts.set(
      pathname,
      sizes.then(({ responseBodySize }) => ({ name: pathname, kB: responseBodySize / 1000 })),
    );
  });
  await page.goto(path);
  await settled(page);
  await page.waitForLoadState('networkidle');
  for (let isAtEnd = false; !isAtEnd; ) {
    isAtEnd = await page.evaluate(() => {
      scrollBy({ top: innerHeight / 2, behavior: 'instant' });
      return new Promise((next) =>
        requestAnimationFrame(() => next(scrollY + innerHeight >= document.documentElement.scrollHeight - 1)),
      );
    });
  }
  await page.waitForLoadState('networkidle');
  return Promise.all(scripts.values());
}

test.use({ settings: ON_FIRST_OF_JULY, moving: true });

for (const language of ['en', 'hi', 'ta']) {
  for (const path of ['/demand', '/advice'] as const) {
    test(`${path} in '${language}' loads at most ${MOST_KB[path]} kB of JavaScript in ${MOST_FILES} files`, async ({
      page,
      farmer,
      grow,
    }) => {
      if (path !== '/demand') {
        await signIn(page, farmer);
        await fillRecord(page.request, grow.url, []);
        await page.request.put('/api/v1/me/land', { data: { land_ha: 2 } });
        await page.request.put('/api/v1/me/water', { data: { water: 'once_or_twice' } });
      }
      const scripts = await scriptsOf(page, `${path}?lang=${language}`);
      const sum = scripts.reduce((total, { kB }) => total + kB, 0);
      console.log(`${sum.toFixed(2).padStart(8)} kB  in ${scripts.length} files: ${path} in '${language}'`);
      expect.soft(scripts.length).toBeLessThanOrEqual(MOST_FILES);
      expect.soft(sum).toBeLessThanOrEqual(MOST_KB[path]);
    });
  }
}
