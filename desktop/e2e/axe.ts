import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Rules whose result depends on the theme; every other rule gives the same in both. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * A tooltip under the mouse is drawn above the page, outside its landmarks; a screen reader reaches it as the
 * description of its control.
 */
const TOOLTIP_OUTSIDE = 'region at div[data-radix-popper-content-wrapper=""]';

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
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`));
    faults.push(...found.filter((fault) => fault !== TOOLTIP_OUTSIDE).map((fault) => `${theme}: ${fault}`));
  }
  return faults;
}
