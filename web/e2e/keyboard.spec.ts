import type { Locator, Page } from '@playwright/test';
import { SHOWN_MS } from '../src/shared/ui/carried-notice';
import { fillRecord } from './full-record';
import { expect, isPhone, settled, test, walk } from './grow-test';
import { AppHeader } from './pages/app-header';
import { demandTable, knownCropTable, sowingsTable } from './pages/crop-table';
import { LoginPage } from './pages/login-page';
import { SowPage } from './pages/sow-page';
import { FARMER_SCREENS, GUEST_SCREENS } from './screens';
import { BOTH_WIDTHS } from './tags';

const MOST_STEPS = 80;

/** Moves the focus to the target with Tab, or back with Shift+Tab, and checks that it is visible at each step. */
async function reach(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    await focusIsSeen(page);
  }
  throw new Error(`${target} cannot be reached with ${key}`);
}

async function focusIsSeen(page: Page): Promise<void> {
  // Before a notice that covers the element disappears.
  await expect.poll(() => page.evaluate(faultOfFocus), { intervals: [50], timeout: SHOWN_MS / 2 }).toBe('');
}

/**
 * Returns why the focus is not visible: no outline, outside the window, or covered by the header or another
 * element.
 */
function faultOfFocus(): string {
  const element = document.activeElement;
  if (!element || element === document.body) return ''; // The browser's toolbar, after the last element.
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  if (outlineStyle !== 'solid' || outlineWidth !== '3px') return `${outlineStyle} ${outlineWidth} around it`;
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const above = document.elementFromPoint(x, y);
  if (!above) return `its middle is at ${x}, ${y}, outside the window`;
  return element.contains(above) || above.contains(element) ? '' : `under ${above.outerHTML.slice(0, 80)}`;
}

/** Expects a new screen to set the document title and to focus its heading. */
async function arrived(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
  await expect(page).toHaveTitle(`${title} · Grow`);
  // A part that comes later above the focus would move it out of the window.
  await settled(page);
}

async function follow(page: Page, target: Locator, title: string): Promise<void> {
  await reach(page, target);
  await page.keyboard.press('Enter');
  await arrived(page, title);
}

async function choose(page: Page, item: string, title: string): Promise<void> {
  const header = new AppHeader(page);
  // A part that grows above while the page scrolls moves its end. Scrolling would hide the next focus.
  await expect(async () => {
    await page.keyboard.press('Control+Home');
    await page.waitForFunction(() => scrollY === 0, undefined, { timeout: 2_000 });
  }).toPass();
  // It is in the header, just before the title.
  await reach(page, header.menuButton, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(header.menu).toBeVisible();
  await reach(page, header.item(item));
  await page.keyboard.press('Enter');
  await arrived(page, title);
}

async function write(page: Page, field: Locator, text: string): Promise<void> {
  await reach(page, field);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

async function signIn(page: Page, farmer: { name: string; email: string }): Promise<void> {
  await reach(page, new LoginPage(page).google);
  const opened = isPhone(page) ? null : page.waitForEvent('popup');
  await page.keyboard.press('Enter');
  const chooser = (await opened) ?? page;
  await write(chooser, chooser.getByLabel('E-mail'), farmer.email);
  await write(chooser, chooser.getByLabel('Name'), farmer.name);
  await chooser.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
}

test(
  'the main job, from the sign-in to the sown field, with the keyboard alone',
  BOTH_WIDTHS,
  async ({ page, farmer }) => {
    test.slow();
    const { name } = farmer;
    await page.goto('/demand');
    // The heading is prerendered. Wait for the app.
    await expect(demandTable(page).rows).toHaveCount(16);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await follow(page, page.getByRole('link', { name: 'Sign In' }), 'Farmer Login');
    await signIn(page, farmer);

    await follow(page, page.getByRole('link', { name: 'Complete Your Profile' }), 'Complete Your Profile');
    await write(page, page.getByLabel('Number'), '98765 43210');
    const place = page.getByRole('combobox', { name: 'Place' });
    await write(page, place, 'Erod');
    await expect(page.getByRole('option', { name: 'Erode, Tamil Nadu' })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(place).toHaveValue('Erode, Tamil Nadu');
    await reach(page, page.getByRole('button', { name: 'Submit' }));
    await page.keyboard.press('Enter');
    const notice = page.getByRole('dialog', { name: 'What Grow keeps about you, and why' });
    await reach(page, notice.getByRole('button', { name: 'I agree' }));
    await page.keyboard.press('Enter');
    await arrived(page, `Welcome ${name}`);

    await choose(page, 'NPK Update', 'Update NPK Values');
    await write(page, page.getByLabel('Nitrogen (N)'), '180');
    await write(page, page.getByLabel('Phosphorus (P)'), '30');
    await write(page, page.getByLabel('Potassium (K)'), '250');
    await page.keyboard.press('Enter');
    await arrived(page, `Welcome ${name}`);

    await choose(page, 'My Crops', 'My Known Crops');
    const groundnut = page.getByRole('button', { name: 'Groundnut', exact: true });
    await reach(page, groundnut);
    await page.keyboard.press('Space');
    await expect(groundnut).toHaveAttribute('aria-pressed', 'true');
    await expect(groundnut).toBeFocused();

    await follow(page, page.getByRole('link', { name: 'Grow' }), `Welcome ${name}`);
    const sowing = knownCropTable(page).row('GROUNDNUT').getByRole('link', { name: 'Sowing the Crop' });
    await follow(page, sowing, 'Add Crop and Field Size');
    await write(page, new SowPage(page).fieldSize, '1.25');
    await page.keyboard.press('Enter');
    await arrived(page, `Welcome ${name}`);

    await choose(page, 'Sowed Crops', 'My Sowing Data');
    await expect(sowingsTable(page).row('GROUNDNUT')).toBeVisible();

    // A dialog traps the focus and restores it.
    const withdraw = page.getByRole('button', { name: 'Withdraw GROUNDNUT' });
    await reach(page, withdraw);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    for (const answer of ['Keep it', 'Withdraw']) {
      await reach(page, dialog.getByRole('button', { name: answer }));
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(withdraw).toBeFocused();
  },
);

/** Returns whether nothing of the element that has the focus is seen: WCAG 2.4.11. */
function isFocusHidden(): boolean {
  const element = document.activeElement;
  if (!element || element === document.body) return false;
  const { left, top, width, height } = element.getBoundingClientRect();
  const parts = [0.02, 0.25, 0.5, 0.75, 0.98];
  return !parts.some((down) =>
    parts.some((along) => {
      const above = document.elementFromPoint(left + width * along, top + height * down);
      return above !== null && (element.contains(above) || above.contains(element));
    }),
  );
}

test('on a desk at 400 % the focus is never hidden, forwards and back', async ({ signedIn: page, grow }) => {
  test.slow();
  await fillRecord(page.request, grow.url);
  await page.setViewportSize({ width: 320, height: 200 });
  for (const path of ['/dashboard', '/advice', '/add', '/my-sowing', '/demand']) {
    await page.goto(path);
    await settled(page);
    // What comes when it is scrolled to does not grow above the focus later.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await settled(page);
    await page.evaluate(() => scrollTo(0, 0));
    for (const key of ['Tab', 'Shift+Tab']) {
      let steps = 0;
      do {
        await page.keyboard.press(key);
        await expect
          .poll(() => page.evaluate(isFocusHidden), { message: `${path}, ${key} ${steps}` })
          .toBe(false);
        steps += 1;
        // The page comes to its end at the browser's toolbar.
      } while (steps < 200 && (await page.evaluate(() => document.activeElement !== document.body)));
      expect(steps, path).toBeGreaterThan(5);
    }
  }
});

/** Returns the controls that forced colours leave without an edge, an underline or an icon of their own. */
function unseenControls(): string[] {
  const isDrawn = (element: Element | null): boolean => {
    if (!element) return false;
    const style = getComputedStyle(element);
    const hasEdge = ['Top', 'Bottom', 'Left', 'Right'].some(
      (side) =>
        style[`border${side}Style` as 'borderTopStyle'] !== 'none' &&
        Number.parseFloat(style[`border${side}Width` as 'borderTopWidth']) > 0,
    );
    return hasEdge || style.textDecorationLine.includes('underline') || style.outlineStyle !== 'none';
  };
  return (
    [...document.querySelectorAll('main button, main a[href], main select, main input')]
      .filter((control) => {
        const { width, height } = control.getBoundingClientRect();
        return width > 1 && height > 1 && control.checkVisibility({ visibilityProperty: true });
      })
      // A link in a system's colour is told by it. A field in a label may have the label's edge.
      .filter(
        (control) => control.tagName !== 'A' && !isDrawn(control) && !isDrawn(control.closest('label, li')),
      )
      .map((control) => control.outerHTML.slice(0, 200))
  );
}

test('in forced colours every control has an edge', BOTH_WIDTHS, async ({ signedIn: page, grow }) => {
  await fillRecord(page.request, grow.url);
  await page.emulateMedia({ forcedColors: 'active' });
  const unseen: Record<string, string[]> = {};
  await walk(page, [...FARMER_SCREENS, ...GUEST_SCREENS], async (path) => {
    const found = await page.evaluate(unseenControls);
    if (found.length > 0) unseen[path] = found;
  });
  expect(unseen).toEqual({});
});
