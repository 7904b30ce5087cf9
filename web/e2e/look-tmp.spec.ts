import { fillRecord } from './full-record';
import { agree, settled, signIn, test } from './grow-test';
import { BOTH_WIDTHS } from './tags';

const LANGS = (process.env.LOOK_LANGS ?? 'ta,hi').split(',');
const PATHS = (process.env.LOOK_PATHS ?? '/demand,/login').split(',');
test('look', BOTH_WIDTHS, async ({ page, farmer, grow, context }, info) => {
  test.setTimeout(600_000);
  const phone = info.project.name === 'phone';
  await page.setViewportSize(
    phone ? { width: Number(process.env.LOOK_W ?? 360), height: 740 } : { width: 1280, height: 800 },
  );
  if (process.env.LOOK_SIGNED) {
    await signIn(page, farmer);
    await agree(page);
    await fillRecord(page.request, grow.url);
  }
  for (const lang of LANGS) {
    await context.addCookies([{ name: 'grow_language', value: lang, url: grow.url }]);
    for (const path of PATHS) {
      await page.goto(path);
      await settled(page).catch(() => {});
      await page.waitForTimeout(700);
      if (process.env.LOOK_OPEN) {
        for (const b of (await page.locator('main button[aria-expanded="false"]').all()).slice(0, 2))
          await b.click({ timeout: 2000 }).catch(() => {});
      }
      await page.waitForTimeout(300);
      await page.screenshot({
        path: `/tmp/w19/shots/${lang}-${info.project.name}${path.replaceAll('/', '_').replace('?', '_')}.png`,
        fullPage: process.env.LOOK_FULL === '1',
      });
    }
  }
});
