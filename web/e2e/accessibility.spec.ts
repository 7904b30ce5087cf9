import type { Page } from '@playwright/test';
import { textsOverThePicture, violationsOf } from './axe';
import { fillRecord } from './full-record';
import { expect, ignorePageAnswers, isPhone, test, walk } from './grow-test';
import { AppHeader } from './pages/app-header';
import { SoilClimateTable } from './pages/crop-table';
import { FARMER_SCREENS, GUEST_SCREENS } from './screens';
import { BOTH_WIDTHS } from './tags';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * A scan takes half a second per screen, and much longer on a busy machine. The tests run side by side, so that no long
 * one is left at the end.
 */
test.describe.configure({ mode: 'parallel', timeout: 600_000 });

/**
 * Scans in light mode, and on phones the colours also in dark mode. Colours do not depend on the width, so a wide
 * screen is scanned for all else.
 */
async function noViolation(page: Page, where: string): Promise<void> {
  // Reduced motion, so that no colour is in transition.
  const scan = async (colorScheme: 'light' | 'dark', only?: 'colours' | 'no colours') => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found = await violationsOf(page, { tags: TAGS, ...(only && { only }) });
    expect(found, `${where}, ${colorScheme}`).toEqual([]);
    expect(await textsOverThePicture(page), `${where}, ${colorScheme}`).toEqual([]);
  };
  if (!isPhone(page)) return scan('light', 'no colours');
  await scan('light');
  await scan('dark', 'colours');
}

test('axe finds nothing on any screen of a guest', BOTH_WIDTHS, async ({ page }) => {
  await walk(page, GUEST_SCREENS, (path) => noViolation(page, path));
});

test('axe finds nothing on any screen of a farmer', BOTH_WIDTHS, async ({ signedIn: page, grow }) => {
  await fillRecord(page.request, grow.url);
  await walk(page, FARMER_SCREENS, (path) => noViolation(page, path));
});

test(
  'axe finds nothing on the screens of a farmer who has told nothing yet',
  BOTH_WIDTHS,
  async ({ signedIn: page }) => {
    const paths = ['/dashboard', '/profile', '/my-sowing', '/rec-known', '/rec-sc'];
    await walk(page, paths, (path) => noViolation(page, path));
  },
);

test(
  'axe finds nothing in what opens: menu, reasons, suggestions, question, message',
  BOTH_WIDTHS,
  async ({ signedIn: page, grow }) => {
    await fillRecord(page.request, grow.url);
    await page.goto('/rec-sc');
    const table = new SoilClimateTable(page);
    await table.rows.first().waitFor();
    const [crop = ''] = await table.crops();
    await table.why(crop).click();
    await expect(table.reasons(crop).sentence).toBeVisible();
    await noViolation(page, 'reasons');

    const header = new AppHeader(page);
    await header.menuButton.click();
    await expect(header.menu).toBeVisible();
    await noViolation(page, 'menu');

    await page.goto('/place');
    await page.getByRole('combobox', { name: 'Place' }).fill('Godav');
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(2);
    await page.keyboard.press('ArrowDown');
    await noViolation(page, 'suggestions');

    await page.goto('/my-sowing');
    await page.getByRole('button', { name: 'Withdraw ONION' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await noViolation(page, 'question');
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'The sowing was withdrawn.' })).toBeVisible();
    await noViolation(page, 'message');
  },
);

test('axe finds nothing where something went wrong', BOTH_WIDTHS, async ({ signedIn: page }) => {
  await page.goto('/npk');
  await page.getByLabel('Phosphorus (P)').fill('-1');
  await page.getByRole('button', { name: 'Update NPK' }).click();
  await expect(page.getByText('Enter a number from 0 to 2000.')).toBeVisible();
  await noViolation(page, 'wrong nutrients');

  await page.goto('/add');
  await page.getByRole('button', { name: 'Add Crop Details' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await noViolation(page, 'no crop chosen');

  await page.goto('/crop-detail/wheat');
  await expect(page.getByText('Select a valid crop.')).toBeVisible();
  await noViolation(page, 'no such crop');

  await ignorePageAnswers(page);
  await page.route('**/api/v1/demand/events*', (route) => route.abort());
  await page.route('**/api/v1/demand', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/demand');
  await expect(page.getByRole('alert')).toContainText('Error fetching data: ');
  await noViolation(page, 'no figures');
});

test(
  'axe finds nothing in the notice, nor in the question before a deletion',
  BOTH_WIDTHS,
  async ({ signedIn: page }) => {
    await page.goto('/profile');
    await page.getByRole('button', { name: 'What Grow keeps, and why' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Read it all' }).click();
    await expect(page.getByRole('dialog')).toContainText('Version 9 of this notice');
    await noViolation(page, 'the notice');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page.getByRole('dialog')).toContainText('To go on, type DELETE');
    await noViolation(page, 'the question before a deletion');
  },
);
