import type { Page } from '@playwright/test';
import { fillRecord } from './full-record';
import { expect, settled, test, walk, walkTo } from './grow-test';
import { AppHeader } from './pages/app-header';
import { demandTable } from './pages/crop-table';
import { SOWN, SowPage } from './pages/sow-page';
import { FARMER_SCREENS, GUEST_SCREENS } from './screens';

/**
 * Returns the texts that React holds as nodes of their own, because something stands beside them. The translator of a
 * browser replaces text nodes, and React then fails to move them, or changes one that nobody sees. Where a text is all
 * that an element has, React changes the element.
 */
const looseTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    interface Fiber {
      tag: number;
      child: Fiber | null;
      sibling: Fiber | null;
      memoizedProps: unknown;
      stateNode: { parentElement?: Element | null; current?: Fiber } | null;
    }
    const HOST_TEXT = 6;
    const found: string[] = [];
    const visit = (first: Fiber | null | undefined) => {
      for (let fiber = first; fiber; fiber = fiber.sibling) {
        const text = fiber.tag === HOST_TEXT ? String(fiber.memoizedProps).trim() : '';
        if (text) {
          const parent = fiber.stateNode?.parentElement;
          found.push(`<${parent?.localName} class="${parent?.className}"> ${text.slice(0, 40)}`);
        }
        visit(fiber.child);
      }
    };
    for (const element of document.querySelectorAll('body > *')) {
      const key = Object.keys(element).find((name) => name.startsWith('__reactContainer$'));
      const root = key && (element as unknown as Record<string, Fiber>)[key];
      if (root) visit(root.stateNode?.current ?? root);
    }
    return found;
  });

/** Opens all that opens on a screen, and what that has opened. */
async function openAll(page: Page): Promise<void> {
  for (let level = 0; level < 3; level += 1) {
    await page.evaluate(() => {
      const closed = document.querySelectorAll<HTMLElement>('main [aria-expanded=false]:not(input)');
      for (const opener of closed) opener.click();
    });
    await settled(page);
  }
}

test('no text of a screen stands beside something else in its element', async ({ page, signedIn, grow }) => {
  const look = (on: Page) => async (path: string) => {
    await openAll(on);
    expect.soft(await looseTexts(on), path).toEqual([]);
  };
  await walk(page, GUEST_SCREENS, look(page));
  await fillRecord(signedIn.request, grow.url);
  await walk(signedIn, FARMER_SCREENS, look(signedIn));
  await new AppHeader(signedIn).menuButton.click();
  expect.soft(await looseTexts(signedIn), 'the menu').toEqual([]);
});

/** Replaces each text, also those that come later, as the translators of browsers do. */
function translate(): void {
  const replace = (text: Text) => {
    const { parentElement: parent } = text;
    if (!text.data.trim() || !parent || parent.closest('font, script, style, noscript, option, title'))
      return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  };
  const replaceIn = (node: Node) => {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const found: Text[] = node instanceof Text ? [node] : [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found) replace(text);
  };
  replaceIn(document.body);
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) replaceIn(node);
  }).observe(document.body, { childList: true, subtree: true });
}

test('the main job is done on a page that the browser translates, and its figures stay alive', async ({
  signedIn: page,
  grow,
}) => {
  await fillRecord(page.request, grow.url);
  await page.goto('/demand');
  const table = demandTable(page);
  await expect(table.rows).toHaveCount(16);
  await page.evaluate(translate);
  const met = await table.cell('RAGI', 'Met');
  const before = await met.textContent();
  await page.request.post('/api/v1/me/sowings', {
    headers: { 'Idempotency-Key': 'beside-a-translated-page' },
    data: { crop: 'ragi', field_size_ha: 2 },
  });
  await expect(met).not.toHaveText(before ?? '');

  for (const [path, button] of [
    ['/rec-sc', /^Sort by Probability/],
    ['/rec-known', /^Sort by/],
  ] as const) {
    await walkTo(page, path);
    const sort = page.getByRole('button', { name: button });
    await expect(sort).toHaveText(/descending/);
    await sort.click();
    await expect(sort).toHaveText(/ascending/);
  }
  await walkTo(page, '/dashboard');
  await settled(page);
  await walkTo(page, '/add');
  const sow = new SowPage(page);
  await sow.crop.selectOption('MAIZE');
  await sow.submit.click();
  await expect(sow.error).toBeVisible();
  await sow.fieldSize.fill('1');
  await sow.submit.click();
  await expect(page.getByRole('status').getByText(SOWN)).toBeVisible();
  await walkTo(page, '/my-sowing');
  await page.getByRole('button', { name: 'Withdraw MAIZE' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone: the sowing of MAIZE is as it was before.')).toBeVisible();
  await expect(page.getByText('This screen could not be loaded')).toHaveCount(0);
});
