import type { Page } from '@playwright/test';
import { expect, isPhone, test } from './grow-test';
import { BOTH_WIDTHS } from './tags';

const COOKIE = 'grow_language';

/** Headings of the demand screen for guests, and of the sign-in. */
const WELCOME = { en: 'Welcome Guest', ta: 'வருக, விருந்தினரே', hi: 'नमस्ते मेहमान' } as const;
const SIGN_IN = { en: 'Farmer Login', ta: 'விவசாயி உள்நுழைவு', hi: 'किसान लॉग इन' } as const;

/** The choice of the language. Its label is in the language of the screen. */
const chooser = (page: Page) => page.getByRole('banner').getByRole('combobox');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const kept = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === COOKIE)?.value;

/** Records every heading that a page shows, from its first view on. */
async function recordHeadings(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(globalThis, { seenHeadings: seen });
    new MutationObserver(() => {
      for (const title of document.querySelectorAll('h1')) seen.add(title.textContent ?? '');
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return () =>
    page.evaluate(() => [...(globalThis as unknown as { seenHeadings: Set<string> }).seenHeadings]);
}

for (const [language, locale] of [
  ['ta', 'ta-IN'],
  ['hi', 'hi-IN'],
  ['en', 'fr-FR'],
] as const) {
  test.describe(`with a browser in ${locale}`, () => {
    test.use({ locale });
    test(`the first view is in '${language}', and no other language is seen`, async ({ page }) => {
      const headings = await recordHeadings(page);
      const requested: string[] = [];
      page.on('request', (request) => requested.push(request.url()));
      const answer = await page.goto('/demand');
      expect(await answer?.text()).toContain(`<html lang="${language}"`);
      expect((await answer?.headerValue('vary'))?.toLowerCase()).toContain('accept-language');
      await expect(chooser(page)).toBeEnabled();
      await expect(heading(page)).toHaveText(WELCOME[language]);
      expect(await headings()).toEqual([WELCOME[language]]);
      // One chunk of messages for the first view, and none of another language.
      expect(requested.filter((url) => url.includes('/assets/guest-'))).toHaveLength(1);
      expect(await kept(page)).toBeUndefined();
    });
  });
}

test(
  'the language is chosen under its own name, without a new page, and stays',
  BOTH_WIDTHS,
  async ({ page }) => {
    await page.goto('/login');
    await expect(chooser(page)).toBeEnabled();
    await expect(chooser(page).locator('option')).toHaveText(['English', 'हिन्दी', 'தமிழ்']);
    for (const language of ['en', 'hi', 'ta']) {
      await expect(chooser(page).locator(`option[lang="${language}"]`)).toHaveAttribute('value', language);
    }
    await page.getByLabel('Farmer ID').fill('12');
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));

    for (const [language, label] of [
      ['ta', 'மொழி'],
      ['hi', 'भाषा'],
      ['en', 'Language'],
      ['ta', 'மொழி'],
    ] as const) {
      await chooser(page).selectOption(language);
      await expect(heading(page)).toHaveText(SIGN_IN[language]);
      await expect(page).toHaveTitle(`${SIGN_IN[language]} · Grow`);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(chooser(page)).toHaveAccessibleName(label);
      await expect(chooser(page)).toHaveValue(language);
      expect(await kept(page)).toBe(language);
    }
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
    // What was typed stays.
    await expect(page.locator('input[name="farmer_id"]')).toHaveValue('12');

    await page.goto('/demand');
    await expect(heading(page)).toHaveText(WELCOME.ta);
    expect(await (await page.request.get('/login')).text()).toContain('<html lang="ta"');
  },
);

test('the keyboard reaches the choice, which is as large as a thumb needs', BOTH_WIDTHS, async ({ page }) => {
  await page.goto('/demand');
  await expect(chooser(page)).toBeEnabled();
  const box = await chooser(page).boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(48);
  expect(box?.width).toBeGreaterThanOrEqual(48);
  await chooser(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(heading(page)).toHaveText(WELCOME.hi);
  await expect(chooser(page)).toBeFocused();
  if (isPhone(page)) {
    // One row: the header is not higher than without the choice.
    const header = await page.getByRole('banner').boundingBox();
    expect(header?.height).toBeLessThanOrEqual(72);
  }
});

test('a shared link opens in its language, which stays; its address loses it', async ({ page }) => {
  const headings = await recordHeadings(page);
  await page.goto('/demand?lang=ta');
  await expect(heading(page)).toHaveText(WELCOME.ta);
  await expect(page).toHaveURL('/demand');
  expect(await headings()).toEqual([WELCOME.ta]);
  expect(await kept(page)).toBe('ta');
  await page.goto('/demand?region=IN-TN&lang=hi');
  await expect(page).toHaveURL('/demand?region=IN-TN');
  await expect(page.getByRole('heading', { name: /^तमिलनाडु, / })).toBeVisible();
  expect(await kept(page)).toBe('hi');
});

test('a language without a catalogue falls back to the next preference, then to English', async ({
  page,
}) => {
  await page.goto('/demand?lang=xx');
  await expect(heading(page)).toHaveText(WELCOME.en);
  expect(await kept(page)).toBeUndefined();
  const headers = { 'accept-language': 'xx, hi;q=0.5, ta;q=0.8' };
  const answer = await page.request.get('/demand?lang=xx', { headers });
  expect(await answer.text()).toContain('<html lang="ta"');
});

test('a language whose messages do not come leaves the screen as it is, and says so', async ({ page }) => {
  await page.goto('/demand');
  await expect(chooser(page)).toBeEnabled();
  await page.route('**/assets/guest-*.js', (route) => route.abort());
  await chooser(page).selectOption('ta');
  await expect(page.getByRole('alert')).toHaveText('Check your connection.');
  await expect(heading(page)).toHaveText(WELCOME.en);
  await expect(chooser(page)).toHaveValue('en');
  expect(await kept(page)).toBeUndefined();
});

test('a region and the numbers are in the language', async ({ page }) => {
  await page.goto('/demand?lang=hi');
  const region = page.getByRole('combobox', { name: 'इलाका' });
  await expect(region.locator('option')).toHaveCount(37);
  await expect(region.locator('option').first()).toHaveText('भारत');
  await region.selectOption({ label: 'उत्तर प्रदेश' });
  await expect(page.getByRole('heading', { name: /^उत्तर प्रदेश, फसल वर्ष \d{4}-\d\d$/ })).toBeVisible();
  await expect(page.getByText(/\d\sकरोड़/).first()).toBeVisible();
});

test('typed text stays when the language changes; crops and districts are named in the new one', async ({
  signedIn: page,
}) => {
  await page.goto('/add');
  await page.getByLabel('Field Size').fill('2.25');
  await page.getByLabel('Crop').selectOption({ label: 'BLACK GRAM' });
  await chooser(page).selectOption('ta');
  await expect(page.locator('select[name="crop"] option:checked')).toHaveText('உளுந்து');
  await expect(page.locator('input[name="field_size_ha"]')).toHaveValue('2.25');
});

test('the slides are in the language of the screen', async ({ page }) => {
  await page.goto('/ppt?lang=ta');
  const deck = page.frameLocator('iframe');
  await expect(deck.locator('html')).toHaveAttribute('lang', 'ta');
  await deck.getByRole('button', { name: 'அடுத்து' }).click();
  await expect(deck.getByRole('heading', { name: 'நல்ல ஆலோசனையில் உள்ள சிக்கல்' })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, locale: 'hi-IN' });
  test('the page says in its language what is missing', async ({ page }) => {
    const answer = await (await page.goto('/demand'))?.text();
    expect(answer).toContain('<noscript>Grow के लिए JavaScript चाहिए।');
    expect(answer).toContain('content="देखें कि देश को अभी क्या चाहिए');
    await expect(page).toHaveTitle(`${WELCOME.hi} · Grow`);
  });
});

/** A browser with these voices. It never ends to speak. */
async function withVoices(page: Page, languages: readonly string[]): Promise<void> {
  await page.addInitScript((spoken) => {
    const voices = spoken.map((lang) => ({
      lang,
      name: lang,
      localService: true,
      default: false,
      voiceURI: lang,
    }));
    const said: string[] = [];
    Object.assign(globalThis, {
      said,
      SpeechSynthesisUtterance: class {
        constructor(readonly text: string) {}
      },
    });
    Object.defineProperty(globalThis, 'speechSynthesis', {
      value: {
        getVoices: () => voices,
        addEventListener: () => {},
        removeEventListener: () => {},
        speak: ({ text, lang }: { text: string; lang: string }) => said.push(`${lang}: ${text}`),
        cancel: () => said.push('stop'),
      },
    });
  }, languages);
}
const said = (page: Page) => page.evaluate(() => (globalThis as unknown as { said: string[] }).said);

test('an entry is read aloud in the language of the screen, where the browser has such a voice', async ({
  signedIn: page,
}) => {
  await withVoices(page, ['en-IN', 'ta_IN']);
  await page.goto('/crop-detail/blackGram?lang=ta');
  const aloud = page.getByRole('button', { name: /^படித்துக் காட்ட/ });
  await expect(aloud.first()).toHaveAttribute('aria-pressed', 'false');
  await aloud.first().click();
  await expect(aloud.first()).toHaveAttribute('aria-pressed', 'true');
  expect((await said(page))[0]).toMatch(/^ta-IN: உங்கள் வயலுக்கு\. விதை\./);
  await aloud.first().click();
  await expect(aloud.first()).toHaveAttribute('aria-pressed', 'false');
  expect((await said(page)).at(-1)).toBe('stop');

  await aloud.nth(1).click();
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page).toHaveURL('/dashboard');
  expect((await said(page)).at(-1)).toBe('stop');

  await page.goto('/crop-detail/blackGram?lang=hi');
  await expect(heading(page)).toHaveText('उड़द');
  await expect(page.getByRole('button', { name: /^पढ़कर/ })).toHaveCount(0);
});
