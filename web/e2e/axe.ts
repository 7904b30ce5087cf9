import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Rules about colours. All others see the same elements in light and in dark. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

interface Scan {
  /** All rules if it is not told. */
  only?: 'colours' | 'no colours';
  tags?: readonly string[];
}

/** Scans the page as it is, and returns what is wrong with each element. */
export async function violationsOf(page: Page, { only, tags = [] }: Scan = {}): Promise<string[]> {
  // Legacy mode scans the page itself. With frames, axe merges their results in a separate page.
  const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
  // Without the elements that pass, which axe would describe one by one.
  axe.options({ resultTypes: ['violations'] });
  if (only === 'colours') axe.withRules(OF_COLOURS);
  else if (tags.length > 0) axe.withTags([...tags]);
  if (only === 'no colours') axe.disableRules(OF_COLOURS);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id} at ${node.target.join(' ')}: ${node.failureSummary}`),
  );
}
