import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds on a page as it stands, in the light and in the dark theme; empty when all is well. */
export async function findFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const theme of ['dark', 'light']) {
    await page.evaluate((next) => {
      document.documentElement.dataset['theme'] = next;
    }, theme);
    // Colours change over a moment; what counts is where they end.
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
    const { violations } = await new AxeBuilder({ page }).analyze();
    faults.push(...violations.map(({ id, nodes }) => `${theme}: ${id} at ${nodes[0]?.target.join(' ') ?? ''}`));
  }
  return faults;
}
