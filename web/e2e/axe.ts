import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Rules about colours. All others see the same elements in light and in dark. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Rules that axe leaves out unless they are named. Speech input needs the shown words in the name (WCAG 2.5.3). */
const EXPERIMENTAL = ['label-content-name-mismatch'];

interface Scan {
  /** All rules if it is not told. */
  only?: 'colours' | 'no colours';
  tags?: readonly string[];
}

/** Scans the page as it is, and returns what is wrong with each element. */
export async function violationsOf(page: Page, { only, tags = [] }: Scan = {}): Promise<string[]> {
  // Legacy mode scans the page itself. With frames, axe merges their results in a separate page.
  const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
  const rules = Object.fromEntries([
    ...EXPERIMENTAL.map((rule) => [rule, { enabled: true }]),
    ...(only === 'no colours' ? OF_COLOURS : []).map((rule) => [rule, { enabled: false }]),
  ]);
  // Without the elements that pass, which axe would describe one by one.
  axe.options({ resultTypes: ['violations'], rules });
  if (only === 'colours') axe.withRules(OF_COLOURS);
  else if (tags.length > 0) axe.withTags([...tags]);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id} at ${node.target.join(' ')}: ${node.failureSummary}`),
  );
}

/** Returns the texts that no panel stands behind: over the picture of the field, no contrast is certain. */
export const textsOverThePicture = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isSolid = (element: Element) => {
      const { backgroundColor } = getComputedStyle(element);
      const [, , , alpha = 1] = (backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
      return alpha > 0.9;
    };
    const isHidden = (element: Element) =>
      !element.checkVisibility({ visibilityProperty: true }) || element.closest('.visually-hidden') !== null;
    const hasGround = (element: Element): boolean =>
      isSolid(element) ||
      (element.parentElement !== document.body && hasGround(element.parentElement as Element));
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      if (!parentElement || parentElement === document.body || !textContent?.trim()) continue;
      if (!isHidden(parentElement) && !hasGround(parentElement)) found.push(textContent.trim());
    }
    return found;
  });
