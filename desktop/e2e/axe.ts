import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Rules whose result depends on the theme; every other rule gives the same in both. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** Rules whose result depends on the size of the text. */
const SIZE_RULES = ['scrollable-region-focusable', 'target-size'];

/**
 * A tooltip under the mouse is drawn above the page, outside its landmarks; a screen reader reaches it as the
 * description of its control.
 */
const isTooltip = (id: string, html: string): boolean => id === 'region' && html.startsWith('<div role="tooltip"');

/** Returns what axe finds on a page in the light and in the dark theme; empty when all is well. */
export async function findFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const theme of ['dark', 'light']) {
    await page.evaluate((next) => {
      document.documentElement.dataset['theme'] = next;
    }, theme);
    // Colours change over a moment; the end of the change counts.
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
    faults.push(...(await analyse(page, theme, theme === 'dark' ? COLOUR_RULES : undefined)));
  }
  return faults;
}

/** Returns what axe finds on a page at its present text size, of what depends on that size. */
export function findSizeFaults(page: Page): Promise<string[]> {
  return analyse(page, 'text size', SIZE_RULES);
}

async function analyse(page: Page, label: string, rules?: string[]): Promise<string[]> {
  // Violations alone are described: describing what passed too takes as long as finding it. Without foreign frames, axe
  // needs no second page to put its results together.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.filter(({ html }) => !isTooltip(id, html)).map(({ target }) => `${label}: ${id} at ${target.join(' ')}`),
  );
}
