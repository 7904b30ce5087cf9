import { agree, expect, ON_FIRST_OF_JULY, settled, signIn, walkTo } from '../grow-test';
import { SOWN } from '../pages/sow-page';
import { answerKept, appKept, enter, test } from './offline-test';

test.use({ settings: ON_FIRST_OF_JULY });

/** A screen, the questions that it asks, and a text of their answers. */
const SCREENS = [
  ['/advice', [['me', 'recommendations', 'advice']], 'What to sow now'],
  ['/add', [['me', 'record']], 'Add Crop and Field Size'],
  ['/my-sowing', [['me', 'sowings']], 'My Sowing Data'],
  ['/demand', [['demand', 'IN']], 'Crop Estimation Data'],
  [
    '/crop-detail/paddy',
    [
      ['crops', 'paddy'],
      ['demand', 'calendar', 'IN', 'paddy'],
    ],
    'Paddy',
  ],
] as const;

for (const [connection, screens, said] of [
  ['cut', SCREENS, 'No network'],
  // It takes seconds until a request that hangs is given up.
  ['silent', SCREENS.slice(0, 1), 'No answer yet'],
  ['portal', SCREENS.slice(0, 1), 'No network'],
] as const) {
  test(`a screen that was seen opens when the network is ${connection}`, async ({ page, farmer, link }) => {
    await signIn(page, farmer);
    await agree(page);
    await page.goto('/dashboard');
    for (const [path, keys] of screens) {
      await walkTo(page, path);
      await settled(page);
      for (const key of keys) await answerKept(page, ...key);
    }
    await appKept(page);
    link.turn(connection);
    for (const [path, , heading] of screens) {
      await page.goto(path);
      await settled(page);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
      await expect(page.getByText('Check your network')).toHaveCount(0);
      const banner = page.getByRole('status').filter({ hasText: said });
      await expect(banner).toContainText(/As of today, \d+:\d\d [ap]m/);
    }
  });
}

/** What a browser does that can install the app; `prompt` asks the farmer in the browser's own words. */
function offerToInstall(): void {
  const offer = Object.assign(new Event('beforeinstallprompt'), { prompt: async () => {} });
  dispatchEvent(offer);
}

test('after the first sowing the app invites to be installed, once', async ({ page, farmer }) => {
  const form = await enter(page, farmer);
  const invitation = page.getByText('Grow can be on your home screen');
  await page.evaluate(offerToInstall);
  await expect(invitation).toHaveCount(0);
  await form.submit.click();
  await expect(page.getByRole('status').getByText(SOWN)).toBeVisible();
  await expect(invitation).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.reload();
  await settled(page);
  await page.evaluate(offerToInstall);
  await expect(invitation).toHaveCount(0);
});

test('an offer to install that comes before the app is ready is not lost', async ({ page, farmer }) => {
  const form = await enter(page, farmer);
  await form.submit.click();
  await expect(page.getByRole('status').getByText(SOWN)).toBeVisible();
  await page.addInitScript((offer) => {
    document.addEventListener('DOMContentLoaded', new Function(`(${offer})()`) as () => void);
  }, offerToInstall.toString());
  await page.goto('/dashboard');
  await expect(page.getByText('Grow can be on your home screen')).toBeVisible();
});
