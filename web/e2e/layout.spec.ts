import type { Page } from '@playwright/test';
import { fillRecord } from './full-record';
import { expect, ignorePageAnswers, settled, signIn, test, walk } from './grow-test';
import { AppHeader } from './pages/app-header';
import { openMore } from './pages/crop-table';
import { FARMER_SCREENS, GUEST_SCREENS } from './screens';
import { BOTH_WIDTHS } from './tags';

const SCREENS = [
  ...FARMER_SCREENS,
  '/demand?region=IN-DH',
  '/demand?region=IN-MH&with=IN-DH',
  '/crop-detail/bengalGram',
];

/**
 * Excludes links in sentences, which have the height of a line, the skip link, which is hidden until focused, and
 * the squares of the map: the table behind it gives the same choice.
 */
const TARGETS =
  'button, a:not(p a, [href="#main"], [data-level]), select, summary, input:not(label input), label:has(input)';

/** Minimum size of a touch target. */
const TARGET_PX = 48;

/** What is wrong with the layout of a screen. Each list is empty where nothing is. */
interface Faults {
  /** How far it scrolls sideways, px. */
  sideways: number;
  smallTargets: string[];
  /** Texts that end outside the window or are clipped by an element. */
  cutWords: string[];
  /** Words of the title that wrap within themselves. The farmer's name does not count: it may be long. */
  brokenTitles: string[];
  /** Crop names that wrap within a word. */
  brokenNames: string[];
}

/** Runs in the page: all at once, because each look at a screen is one of hundreds. */
function faultsNow([targets, least]: readonly [string, number]): Faults {
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
  };
  const isSmall = (target: Element) => {
    const { width, height } = target.getBoundingClientRect();
    return width < least || height < least;
  };

  const edges = new Map<Element, [number, number] | null>();
  /** Returns the visible left and right edges of an element; null for visually hidden ones, which are 1 px wide. */
  const edgesOf = (element: Element | null): [number, number] | null => {
    if (!element || element === document.body) return [0, innerWidth];
    const known = edges.get(element);
    if (known !== undefined) return known;
    let found: [number, number] | null;
    if (getComputedStyle(element).overflowX === 'visible') {
      found = edgesOf(element.parentElement);
    } else {
      const { left, right, width } = element.getBoundingClientRect();
      found = width > 1 ? [Math.max(left, 0), Math.min(right, innerWidth)] : null;
    }
    edges.set(element, found);
    return found;
  };
  const isCut = (text: Node): boolean => {
    const parent = text.parentElement;
    if (!parent || !text.textContent?.trim() || !parent.checkVisibility()) return false;
    // A name with an ellipsis is shown in full elsewhere.
    if (getComputedStyle(parent).textOverflow !== 'clip') return false;
    const [left, right] = edgesOf(parent) ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    const range = document.createRange();
    range.selectNodeContents(text);
    const words = range.getBoundingClientRect();
    return words.width > 0 && (words.left < left - 1 || words.right > right + 1);
  };
  const cutWords: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    if (isCut(texts.currentNode)) cutWords.push(texts.currentNode.textContent ?? '');
  }

  const textOf = (element: Element) =>
    document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() ?? element;
  const brokenIn = (text: Node) => {
    const isBroken = ({ index, 0: word }: RegExpMatchArray) => {
      const range = document.createRange();
      range.setStart(text, index ?? 0);
      range.setEnd(text, (index ?? 0) + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      return word.length <= 14 && lines.size > 1;
    };
    return [...(text.textContent ?? '').matchAll(/\S+/g)].filter(isBroken).map(([word]) => word);
  };
  const isBrokenName = (name: Element) => {
    const range = document.createRange();
    range.selectNodeContents(textOf(name));
    const lines = new Set([...range.getClientRects()].map(({ top }) => top));
    return lines.size > range.toString().split(' ').length;
  };
  return {
    sideways: Math.max(document.documentElement.scrollWidth - innerWidth, 0),
    smallTargets: [...document.querySelectorAll(targets)]
      .filter((target) => isSeen(target) && isSmall(target))
      .map((target) => target.outerHTML),
    cutWords,
    brokenTitles: [...document.querySelectorAll('h1')].flatMap((title) => brokenIn(textOf(title))),
    brokenNames: [...document.querySelectorAll('th[scope="row"]')]
      .filter((name) => isSeen(name) && isBrokenName(name))
      .map((name) => name.textContent ?? ''),
  };
}

const faultsOf = (page: Page) => page.evaluate(faultsNow, [TARGETS, TARGET_PX] as const);

const NO_FAULTS: Faults = { sideways: 0, smallTargets: [], cutWords: [], brokenTitles: [], brokenNames: [] };

async function fitsNow(page: Page, path: string, width: number, { letters, language }: Look): Promise<void> {
  const found = await faultsOf(page);
  // Very large text may have to wrap on narrower screens, and in Tamil, whose words are the longest.
  const mayBreakTitles = letters > 100 && (width < 360 || language !== 'en');
  if (mayBreakTitles) found.brokenTitles = [];
  // Very large text may have to wrap.
  if (letters > 100) found.brokenNames = [];
  expect(found, path).toEqual(NO_FAULTS);
}

// The longest tests of all: side by side, so that none of them is left at the end.
test.describe.configure({ mode: 'parallel' });

interface Look {
  /** Size of the text in percent. */
  letters: 100 | 200;
  language: 'en' | 'ta';
}

/** Widths in pixels by text size in percent, by project. */
const SIZES: Readonly<Record<string, Readonly<Record<number, readonly number[]>>>> = {
  phone: { 100: [320, 360], 200: [320, 360] },
  desktop: { 100: [768, 1024], 200: [1280] },
};

const widthsAt = (project: string, letters: number) => SIZES[project]?.[letters] ?? [];

/** Looks and their widths. Tamil has the longest words; 320 px are too narrow for them twice as large. */
function looksOf(project: string): readonly (Look & { widths: readonly number[] })[] {
  return [
    { letters: 100, language: 'en', widths: widthsAt(project, 100) },
    { letters: 200, language: 'en', widths: widthsAt(project, 200) },
    { letters: 200, language: 'ta', widths: widthsAt(project, 200).filter((width) => width >= 360) },
  ];
}

/** Calls back at each width. The page stays loaded: its layout follows the window, its letters do not. */
async function atWidths(page: Page, widths: readonly number[], look: (width: number) => Promise<void>) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 });
    // Observers of sizes are called within a frame.
    await page.evaluate(
      () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))),
    );
    await test.step(`${width} px`, () => look(width));
  }
}

test(
  'at every size nothing is cut or scrolls sideways, and a thumb hits every target',
  BOTH_WIDTHS,
  async ({ page, farmer, grow }, info) => {
    test.setTimeout(600_000);
    const browser = await page.context().newCDPSession(page);
    const atEverySize = async (screens: readonly string[]) => {
      for (const { widths, ...look } of looksOf(info.project.name)) {
        const { letters, language } = look;
        await browser.send('Page.setFontSizes', { fontSizes: { standard: (16 * letters) / 100 } });
        if (widths.length === 0) continue;
        // A page takes the size of its letters and its language when it is loaded.
        const fits = (path: string) =>
          test.step(`${path}, ${letters} %, ${language}`, () =>
            atWidths(page, widths, (width) => fitsNow(page, path, width, look)));
        await walk(page, screens, fits, `?lang=${language}`);
      }
    };
    await atEverySize(GUEST_SCREENS);
    await signIn(page, farmer);
    await fillRecord(page.request, grow.url);
    await atEverySize(SCREENS);
  },
);

test(
  'an opened figure, the map of the states and its table fit at every size',
  BOTH_WIDTHS,
  async ({ page }, info) => {
    test.setTimeout(300_000);
    const browser = await page.context().newCDPSession(page);
    const path = '/demand?region=IN-DH';
    for (const letters of [100, 200] as const) {
      await browser.send('Page.setFontSizes', { fontSizes: { standard: (16 * letters) / 100 } });
      await page.goto(path);
      await openMore(page);
      for (const name of [
        /How do we know\? Dadra/,
        'How do we know? SUGARCANE',
        'Map of India',
        'Show as table',
      ])
        await page.getByRole('button', { name }).click();
      await expect(page.getByRole('table', { name: /^What each state grows/ })).toBeVisible();
      await settled(page);
      await atWidths(page, widthsAt(info.project.name, letters), (width) =>
        fitsNow(page, path, width, { letters, language: 'en' }),
      );
    }
  },
);

/** Makes each word of a message 40 % longer. Placeholders stay. */
function stretched(message: unknown): unknown {
  if (typeof message === 'string') return message.replaceAll(/\p{L}{2,}/gu, longer);
  if (!Array.isArray(message)) return message;
  // Texts and placeholders take turns: a placeholder is a list, whose last item may hold the forms of a plural.
  return message.map((part) => (Array.isArray(part) ? part.map(stretchedForms) : stretched(part)));
}

const stretchedForms = (forms: unknown): unknown =>
  forms !== null && typeof forms === 'object'
    ? Object.fromEntries(Object.entries(forms).map(([form, text]) => [form, stretched(text)]))
    : forms;

const longer = (word: string) => word + word.slice(-1).repeat(Math.ceil(word.length * 0.4));

/** Serves every message 40 % longer, as other languages are. The build knows nothing of it. */
async function speakLonger(page: Page): Promise<void> {
  await page.route(/\/assets\/(?:guest|farmer|screens)-[\w-]{8}\.js$/, async (route) => {
    const answer = await route.fetch();
    const code = await answer.text();
    const longerCode = code.replace(/JSON\.parse\((`|'|")(.*?)\1\)/s, (_, quote: string, json: string) => {
      const text: unknown = JSON.parse(Function(`return ${quote}${json}${quote}`)() as string);
      const messages = Object.entries(text as Record<string, unknown>).map(([id, said]) => [
        id,
        stretched(said),
      ]);
      return `JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(messages)))})`;
    });
    expect(longerCode, route.request().url()).not.toBe(code);
    await route.fulfill({ response: answer, body: longerCode });
  });
}

test(
  'with texts that are 40 % longer nothing is cut or scrolls sideways either',
  BOTH_WIDTHS,
  async ({ page, farmer, grow }, info) => {
    test.setTimeout(300_000);
    await speakLonger(page);
    const fits = (path: string) =>
      test.step(path, async () => {
        // The first view is in the messages of the build.
        await expect(page.getByRole('banner').getByRole('combobox')).toBeEnabled();
        await expect(page.getByText(/^Loadingg/)).toHaveCount(0);
        await atWidths(page, widthsAt(info.project.name, 100), () => fitsLonger(page, path));
      });
    await walk(page, GUEST_SCREENS, fits);
    await signIn(page, farmer);
    await fillRecord(page.request, grow.url);
    await walk(page, SCREENS, fits);
  },
);

test(
  'with the spacing of letters, words and lines that a reader may set, nothing is cut or scrolls sideways',
  BOTH_WIDTHS,
  async ({ page, farmer, grow }, info) => {
    test.setTimeout(300_000);
    // The distances of WCAG 1.4.12, in every page.
    await page.addInitScript(() => {
      const spacing = new CSSStyleSheet();
      spacing.replaceSync(`* { line-height: 1.5 !important; letter-spacing: .12em !important;
        word-spacing: .16em !important } p { margin-block-end: 2em !important }`);
      document.adoptedStyleSheets.push(spacing);
    });
    const fits = (path: string) =>
      test.step(path, () => atWidths(page, widthsAt(info.project.name, 100), () => fitsLonger(page, path)));
    await walk(page, GUEST_SCREENS, fits);
    await signIn(page, farmer);
    await fillRecord(page.request, grow.url);
    await walk(page, SCREENS, fits);
  },
);

/** As `fitsNow`, but words may break: they are longer than any word. */
async function fitsLonger(page: Page, path: string): Promise<void> {
  expect({ ...(await faultsOf(page)), brokenTitles: [], brokenNames: [] }, path).toEqual(NO_FAULTS);
}

test(
  'letters twice as large make titles twice as large, on a phone as on a desk',
  BOTH_WIDTHS,
  async ({ page }) => {
    const browser = await page.context().newCDPSession(page);
    const title = async (letters: number) => {
      await browser.send('Page.setFontSizes', { fontSizes: { standard: (16 * letters) / 100 } });
      await page.goto('/ppt');
      const heading = page.getByRole('heading', { level: 1 });
      let size = 0;
      const measured = async () => {
        size = await heading.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
        return size;
      };
      // The app replaces the first view, whose heading then has no style.
      await expect.poll(measured).toBeGreaterThan(0);
      return size;
    };
    expect((await title(200)) / (await title(100))).toBeCloseTo(2, 2);
  },
);

test('under reduced motion nothing moves', async ({ page, farmer }) => {
  const moving = () => page.evaluate(() => document.getAnimations().length);
  await ignorePageAnswers(page);
  await page.route('**/api/v1/session', () => {
    // Never answers, so the loading overlay stays.
  });
  await page.goto('/demand');
  await expect(page.getByText('Loading, please wait...')).toBeVisible();
  expect(await moving()).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await moving()).toBe(0);
  await page.unroute('**/api/v1/session');
  await signIn(page, farmer);
  await page.goto('/dashboard');
  const header = new AppHeader(page);
  await header.menuButton.click();
  await expect(header.menu).toBeVisible();
  expect(await moving()).toBe(0);
});

test(
  'a change of screen gives the focus to its title; the skip link leads past the header',
  BOTH_WIDTHS,
  async ({ signedIn: page }) => {
    await page.goto('/dashboard');
    await new AppHeader(page).choose('NPK Update');
    await expect(page.getByRole('heading', { level: 1, name: 'Update NPK Values' })).toBeFocused();

    await page.reload();
    // The heading is prerendered: the link comes with the app.
    await settled(page);
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  },
);

test('the slides are shown and can be walked by keyboard', async ({ page }) => {
  await page.goto('/ppt');
  const deck = page.frameLocator('iframe');
  await expect(deck.getByRole('heading', { name: 'Grow' })).toBeVisible();
  await expect(deck.getByRole('status')).toHaveText('1 / 6');
  await deck.getByRole('button', { name: 'Next' }).click();
  await expect(deck.getByRole('heading', { name: 'The trouble with good advice' })).toBeVisible();
  await page.keyboard.press('End');
  await expect(deck.getByText('6 / 6')).toBeVisible();
  await page.keyboard.press('Home');
  await expect(deck.getByRole('button', { name: 'Previous' })).toBeDisabled();
});
