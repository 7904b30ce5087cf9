import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { endonym } from '../build/languages';
import { languagesIn } from '../scripts/catalogues.mjs';
import { fillRecord } from './full-record';
import { settled, signIn, test } from './grow-test';
import { FARMER_SCREENS, GUEST_SCREENS } from './screens';

const ALBUM = resolve(import.meta.dirname, '../../docs/screens');
const LOCALES = resolve(import.meta.dirname, '../locales');
const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 800 };
const LOOKS = [
  { size: 'phone', time: 'day', viewport: PHONE, colorScheme: 'light' },
  { size: 'phone', time: 'night', viewport: PHONE, colorScheme: 'dark' },
  { size: 'desk', time: 'day', viewport: DESK, colorScheme: 'light' },
  { size: 'desk', time: 'night', viewport: DESK, colorScheme: 'dark' },
] as const;
const EVERYWHERE = { reducedMotion: 'reduce', locale: 'en-IN', timezoneId: 'Asia/Kolkata' } as const;
const MURUGAN = { name: 'Murugan Selvam', email: 'murugan@example.in' };

/** A fixed time, so that the screenshots do not depend on the day. */
const NOW = '2026-07-20T09:30:00+05:30';
const SOWINGS = [
  { crop: 'groundnut', field_size: { value: 1.25, unit: 'acre_and_cents' }, sown_on: '2026-07-14' },
  { crop: 'maize', field_size_ha: 0.8, sown_on: '2026-07-01' },
  { crop: 'onion', field_size: { value: 2, unit: 'acre' }, sown_on: '2026-06-17' },
];

/** What an officer opens of a state. */
const OF_AN_OFFICER = ['/demand?region=IN-MH', '/demand?region=IN-MH&with=IN-TN'];

/** Longer screens are cut off at this height. */
const LONGEST_PX = 2000;
const QUALITY = 50;

test.use({ settings: { GROW_DEV_CLOCK: NOW } });

test('every screen, for guest and farmer, in each language, on phone and desk, by day and by night', async ({
  browser,
  grow,
}) => {
  const visitors = [
    { who: 'guest', screens: [...GUEST_SCREENS, ...OF_AN_OFFICER], tool: 'combobox' as const, state: {} },
    {
      who: 'farmer',
      screens: FARMER_SCREENS,
      tool: 'button' as const,
      state: { storageState: await aFarmer(browser, grow.url) },
    },
  ];
  const taken: Photograph[] = [];
  for (const language of languagesIn(LOCALES)) {
    const folder = join(ALBUM, language);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder);
    for (const { size, time, viewport, colorScheme } of LOOKS) {
      for (const { who, screens, tool, state } of visitors) {
        const page = await browser.newPage({
          baseURL: grow.url,
          viewport,
          colorScheme,
          ...EVERYWHERE,
          ...state,
        });
        await page.clock.setFixedTime(NOW);
        await silenceTheStream(page);
        for (const path of screens) {
          const file = `${who}${path.replaceAll(/[/?&=]/g, '-')}-${size}-${time}.webp`;
          await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
          await settled(page);
          await page.getByRole('banner').getByRole(tool).waitFor();
          await writeFile(join(folder, file), await photograph(page, viewport));
          taken.push({ who, path, language, file, look: `${size} by ${time}` });
        }
        await page.close();
      }
    }
  }
  await writeFile(join(ALBUM, 'README.md'), contents(taken));
});

interface Photograph {
  who: string;
  path: string;
  language: string;
  file: string;
  /** Size and time of day. */
  look: string;
}

/** Returns the page that leads to all photographs: a row for each screen, a column for each size and time of day. */
function contents(taken: readonly Photograph[]): string {
  const looks = [...new Set(taken.map(({ look }) => look))];
  const nameOf = ({ who, path }: Photograph) => `\`${path}\`, ${who}`;
  const table = [
    ['screen', ...looks],
    ['---', ...looks.map(() => '---')],
    ...[...new Set(taken.map(nameOf))].map((screen) => [
      screen,
      ...looks.map((look) => links(taken.filter((one) => nameOf(one) === screen && one.look === look))),
    ]),
  ];
  return `# Every screen

\`make screens\` photographs them anew and writes this page, with sample data and a fixed day: on a phone (360 px) and at
a desk (1280 px), by day and by night. A long screen is cut at ${LONGEST_PX} px.

${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
`;
}

const links = (photographs: readonly Photograph[]) =>
  photographs.map(({ language, file }) => `[${endonym(language)}](${language}/${file})`).join(' ');

/** Returns the browser state of a farmer with a full record. */
async function aFarmer(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL });
  await signIn(await context.newPage(), MURUGAN);
  await fillRecord(context.request, baseURL, SOWINGS);
  await context.request.put('/api/v1/me/units', { data: { unit: 'acre' }, headers: { origin: baseURL } });
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Replaces the live stream by one that never says anything, so that the network comes to rest. */
async function silenceTheStream(page: Page): Promise<void> {
  await page.addInitScript(() => {
    class OpenAndSilent extends EventTarget {
      readyState = 1;
      onopen: (() => void) | null = null;
      constructor() {
        super();
        queueMicrotask(() => this.onopen?.());
      }
      close() {}
    }
    Object.assign(globalThis, { EventSource: OpenAndSilent });
  });
}

/** Captures the whole screen as WebP through the DevTools protocol. Playwright's own formats are larger. */
async function photograph(page: Page, viewport: { width: number; height: number }): Promise<Buffer> {
  await page.waitForLoadState('networkidle');
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({
    ...viewport,
    height: Math.min(Math.max(height, viewport.height), LONGEST_PX),
  });
  await drawn(page);
  const browser = await page.context().newCDPSession(page);
  const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await browser.detach();
  await page.setViewportSize(viewport);
  return Buffer.from(data, 'base64');
}

/** Waits for visible images, which load lazily, and for charts, which are in a chunk of their own. */
async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const seen = (image: HTMLImageElement) => image.getBoundingClientRect().top < innerHeight;
    return [...document.images].every((image) => image.complete || !seen(image));
  });
  await page.waitForLoadState('networkidle');
}
