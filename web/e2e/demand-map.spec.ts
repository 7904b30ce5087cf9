import type { Page } from '@playwright/test';
import { violationsOf } from './axe';
import { expect, isPhone, test } from './grow-test';
import { CropTable, openMore } from './pages/crop-table';
import { BOTH_WIDTHS } from './tags';

/** Minimum size of a square on a 360 px phone. The table behind the map has targets of 48 px. */
const SQUARE_PX = 44;

const map = (page: Page) => page.getByRole('navigation', { name: /^Map of India: / });
const square = (page: Page, state: string) =>
  map(page).getByRole('link', { name: new RegExp(`^${state}\\. `) });
const choice = (page: Page) => page.getByRole('combobox', { name: 'Crop' });

async function openMap(page: Page, path = '/demand'): Promise<void> {
  await page.goto(path);
  await openMore(page);
  await page.getByRole('button', { name: 'Map of India' }).click();
  await expect(map(page).getByRole('link')).toHaveCount(36);
}

test('a tap on a square chooses the state', BOTH_WIDTHS, async ({ page }) => {
  await openMap(page);
  await choice(page).selectOption('POTATO');
  await expect(square(page, 'Uttar Pradesh')).toHaveAccessibleName(
    /^Uttar Pradesh\. Grown here .*; eaten here .*: the rest goes to other states or abroad\.$/,
  );
  if (isPhone(page)) {
    const box = await square(page, 'Tamil Nadu').boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(SQUARE_PX);
  }
  await square(page, 'Tamil Nadu').click();
  await expect(page).toHaveURL('/demand?region=IN-TN');
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await expect(
    page.getByRole('heading', { name: 'Tamil Nadu grows, uses, sends and receives' }),
  ).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Region' })).toHaveValue('IN-TN');
  // The map stays open, with the crop and the state.
  await expect(choice(page)).toHaveValue('potato');
  await expect(square(page, 'Tamil Nadu')).toHaveAttribute('aria-current', 'true');
});

test('arrow keys walk the map, and Enter chooses the state', BOTH_WIDTHS, async ({ page }) => {
  await openMap(page, '/demand?region=IN-KA');
  // The pointer shows another state, and leaves the tab order as it is.
  await square(page, 'Gujarat').hover();
  await expect(page.locator('p', { hasText: /^Gujarat\. Grown here/ })).toBeVisible();
  await choice(page).focus();
  await page.keyboard.press('Tab');
  await expect(square(page, 'Karnataka')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(square(page, 'Kerala')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(square(page, 'Tamil Nadu')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Show as table' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(square(page, 'Tamil Nadu')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/demand?region=IN-TN');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a table behind the map gives the same figures and the same choice', async ({ page }) => {
  await openMap(page);
  await page.getByRole('button', { name: 'Show as table' }).click();
  const { table, rows } = new CropTable(page, /^What each state grows and uses of PADDY, in tonnes/);
  await expect(rows).toHaveCount(36);
  expect(await table.getByRole('columnheader').allTextContents()).toEqual([
    'State',
    'Grown here',
    'Used here',
    'Exported',
    'Grown of what is used',
  ]);
  const kerala = table.getByRole('link', { name: 'Kerala', exact: true });
  expect((await kerala.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await violationsOf(page)).toEqual([]);
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(sideways).toBeLessThanOrEqual(0);
  await kerala.click();
  await expect(page).toHaveURL('/demand?region=IN-KL');
  await expect(page.getByRole('heading', { name: 'Kerala grows, uses, sends and receives' })).toBeVisible();
});

test('the map shows the harvest of a crop without a balance', async ({ page }) => {
  await openMap(page);
  await choice(page).selectOption('HORSE GRAM');
  await expect(
    page.getByText('No balance is known of HORSE GRAM, so the map shows what is grown'),
  ).toBeVisible();
  await expect(square(page, 'Karnataka')).toHaveAccessibleName(/how much is used here is not known\.$/);
});

test('a map that cannot be read says so, and comes at a press', async ({ page }) => {
  await page.route('**/api/v1/demand/states*', (route) => route.abort());
  await page.goto('/demand');
  await openMore(page);
  await page.getByRole('button', { name: 'Map of India' }).click();
  const panel = page.getByRole('region', { name: 'State by state' });
  await expect(panel.getByRole('alert')).toHaveText('No connection. Check your network and try again.');
  await page.unroute('**/api/v1/demand/states*');
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(map(page).getByRole('link')).toHaveCount(36);
});
