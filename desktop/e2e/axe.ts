import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Rules whose result depends on the theme; every other rule gives the same in both. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

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
    // Without foreign frames, axe needs no second page to put its results together.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    const { violations } = await (theme === 'dark' ? axe.withRules(COLOUR_RULES) : axe).analyze();
    for (const { id, nodes } of violations)
      for (const { target, html } of nodes)
        if (!isTooltip(id, html)) faults.push(`${theme}: ${id} at ${target.join(' ')}`);
  }
  return faults;
}
