import { expect, type Page } from '@playwright/test';
import { isPhone, ON_FIRST_OF_JULY, settled, test, walkTo } from './grow-test';
import { AppHeader } from './pages/app-header';
import { openMore } from './pages/crop-table';
import { type Words, wordsOf } from './words';

test.use({ settings: ON_FIRST_OF_JULY });

interface Farmer {
  language: string;
  name: string;
  place: string;
  crop: string;
}

const FARMERS: readonly Farmer[] = [
  { language: 'ta', name: 'முருகன் செல்வம்', place: 'ஈரோடு', crop: 'நிலக்கடலை' },
  { language: 'hi', name: 'मीना देवी', place: 'सीतापुर, उत्तर प्रदेश', crop: 'मूंगफली' },
];

for (const { language, name, place, crop } of FARMERS) {
  test.describe(language, () => {
    test.use({ locale: `${language}-IN` });

    test(`the whole main job in ${language}`, async ({ page }, info) => {
      test.setTimeout(180_000);
      const say = wordsOf(language);
      const email = `${language}-${info.project.name}@example.in`;
      const opens = async (path: string) => {
        await (page.url() === 'about:blank' ? page.goto(path) : walkTo(page, path));
        await settled(page);
        await isSaidIn(page, language, path);
      };
      const saved = (english: string) => page.getByRole('status').filter({ hasText: say(english) });
      const press = (english: string) =>
        page.getByRole('button', { name: say(english), exact: true }).click();

      await opens('/demand');
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await page.getByRole('link', { name: say('Sign In') }).click();
      await settled(page);
      await isSaidIn(page, language, '/login');
      await signIn(page, say, { name, email });
      await expect(page).toHaveURL('/dashboard');
      await expect(page.getByRole('heading', { level: 1 })).toContainText(name);

      await page.goto('/ftl');
      await page.getByLabel(say('Number')).fill('98765 43210');
      await page.getByLabel(say('Place')).fill(place);
      await press('Submit');
      await isSaidIn(page, language, 'the notice');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('I agree'), exact: true })
        .click();
      await expect(saved('User data saved!')).toBeVisible();
      await expect(page).toHaveURL('/dashboard');

      await opens('/npk');
      for (const [nutrient, kg] of [
        ['Nitrogen (N)', '40'],
        ['Phosphorus (P)', '20.5'],
        ['Potassium (K)', '30'],
      ] as const) {
        await page.getByLabel(say(nutrient)).fill(kg);
      }
      await press('Update NPK');
      await expect(saved('NPK updated successfully!')).toBeVisible();
      await expect(page).toHaveURL('/dashboard');

      await opens('/place');
      await expect(page.getByLabel(say('Place'))).toHaveValue(place);
      await opens('/manage-crops');
      await page.getByRole('button', { name: crop, exact: true }).click();
      await opens('/dashboard');
      await opens('/advice');
      await expect(page.getByRole('button', { name: say('I plan to sow this') }).first()).toBeVisible();

      await opens('/add');
      await page.getByLabel(say('Crop'), { exact: true }).selectOption('groundnut');
      await isSaidIn(page, language, '/add with a crop');
      await page.getByLabel(say('Unit of land')).selectOption('acre');
      await page.getByLabel(say('In your unit')).fill('2.25');
      await press('Add Crop Details');
      await expect(saved('Crop and field size added successfully!!!!')).toBeVisible();
      await expect(page).toHaveURL('/advice');
      const [sowing] = (await (await page.request.get('/api/v1/me/sowings')).json()).items;
      expect(sowing.field_size_ha).toBe(0.9105);

      await opens('/my-sowing');
      for (const path of [
        '/rec-known',
        '/rec-sc',
        '/crop-list',
        '/crop-detail/groundnut',
        '/ppt',
        '/demand',
      ]) {
        await opens(path);
      }
      await openMore(page);
      const opener = page.getByRole('button', { name: new RegExp(say('How do we know?')) });
      await opener.first().click();
      await settled(page);
      await isSaidIn(page, language, 'what is behind the demand');
      await opens('/profile');
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: say('Download my data (JSON)') }).click();
      expect((await download).suggestedFilename()).toMatch(/\.json$/);

      await page
        .getByRole('banner')
        .getByRole('button', { name: new RegExp(name) })
        .click();
      await new AppHeader(page).item(say('Sign Out')).click();
      await expect(page).toHaveURL('/login');
    });
  });
}

/** Signs in through the account chooser, as somebody whom it does not list. */
async function signIn(page: Page, say: Words, farmer: { name: string; email: string }) {
  const opened = isPhone(page) ? null : page.waitForEvent('popup');
  await page.getByRole('main').getByRole('button').first().click();
  const chooser = opened ? await opened : page;
  await chooser.getByLabel(say('E-mail')).fill(farmer.email);
  await chooser.getByLabel(say('Name')).fill(farmer.name);
  await chooser.getByRole('button', { name: say('Continue') }).click();
}

/** Units' symbols, nutrients, product names, and what a farmer reads so on a bag or a card. */
const ALLOWED = /^(?:Grow|Google|Chrome|Linux|N|P|K|NPK|pH|C|kg|ha|g|mm|cm|P₂O₅|K₂O|[A-Z]{2,}|\S+@\S+)$/;

/**
 * Expects that nothing on the screen has Latin letters, but for what is marked as another language (the names of
 * languages, citations, scientific names) or as not to be translated (varieties, addresses).
 */
async function isSaidIn(page: Page, language: string, where: string): Promise<void> {
  const texts = await page.evaluate((language) => {
    const isOwn = (element: Element) => element.closest('[lang]')?.getAttribute('lang') === language;
    const isSeen = (element: Element) =>
      !element.closest('script, style, noscript, [translate="no"]') &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      if (element && isOwn(element) && isSeen(element)) found.push(walker.currentNode.textContent ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], img[alt], [title]')) {
      const names = isOwn(element) ? ['aria-label', 'placeholder', 'alt', 'title'] : [];
      found.push(...names.map((name) => element.getAttribute(name) ?? ''));
    }
    return found.filter((text) => /[A-Za-z]/.test(text));
  }, language);
  const latin = texts.flatMap((text) =>
    (text.match(/[\p{Script=Latin}][\p{Script=Latin}₀-₉@.\d-]*/gu) ?? [])
      .map((word) => word.replace(/[.-]+$/, ''))
      .filter((word) => !ALLOWED.test(word))
      .map((word) => `${word} in '${text.trim()}'`),
  );
  expect.soft(latin, `${where} in ${language}`).toEqual([]);
  expect
    .soft((await page.title()).replaceAll(/Grow|NPK/g, ''), `title of ${where}`)
    .not.toMatch(/[A-Za-z]{2,}/);
}
