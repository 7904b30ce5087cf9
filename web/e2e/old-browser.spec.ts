import type { Page } from '@playwright/test';
import { expect, settled, test } from './grow-test';

const chrome = (version: number) =>
  `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.4389.90 Mobile Safari/537.36`;

/** Makes the browser one that has no import maps, or does not tell whether it has. */
const without = (page: Page, what: 'import maps' | 'supports') =>
  page.addInitScript((lacking) => {
    const value = lacking === 'supports' ? undefined : () => false;
    Object.defineProperty(HTMLScriptElement, 'supports', { value, configurable: true });
  }, what);

const expectPlainPage = async (page: Page) => {
  await expect(page).toHaveURL('/old-browser.html');
  await expect(page.locator('p[lang]')).toHaveCount(3);
  for (const language of ['en', 'hi', 'ta'])
    await expect(page.locator(`p[lang=${language}]`)).toContainText('Safari 16.4');
};

test('a browser without import maps gets one plain page, in each language', async ({ page }) => {
  await without(page, 'import maps');
  await page.goto('/demand');
  await expectPlainPage(page);
});

for (const [version, opens] of [
  [88, false],
  [90, true],
] as const) {
  test.describe(`Chrome ${version}, which cannot tell`, () => {
    test.use({ userAgent: chrome(version) });
    test(opens ? 'opens the app' : 'gets the plain page', async ({ page }) => {
      await without(page, 'supports');
      await page.goto('/demand');
      if (!opens) return expectPlainPage(page);
      await settled(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Guest');
    });
  });
}

test('a browser that cannot read the first module gets the plain page', async ({ page }) => {
  await without(page, 'supports');
  await page.route('**/assets/first-*.js', (route) =>
    // A module that cannot be read does nothing.
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
  await page.goto('/demand');
  await expectPlainPage(page);
});

test('a browser without modules gets the plain page', async ({ page }) => {
  await without(page, 'supports');
  await page.route('**/demand', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replaceAll('type="module"', 'type="unknown"');
    await route.fulfill({ response: answer, body });
  });
  await page.goto('/demand');
  await expectPlainPage(page);
});
