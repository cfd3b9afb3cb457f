import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { ROOT } from '../../tools/stack.ts';

const SOURCE = readFileSync(join(ROOT, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');
/** Violations alone are described: describing what passed too takes as long as finding it. */
const OPTIONS: RunOptions = { resultTypes: ['violations'] };

/** Rules whose result depends on the theme; every other rule gives the same in both. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** Rules whose result depends on the size of the text. */
const SIZE_RULES = ['scrollable-region-focusable', 'target-size'];

/**
 * A tooltip under the mouse is drawn above the page, outside its landmarks; a screen reader reaches it as the
 * description of its control.
 */
const isTooltip = (id: string, html: string): boolean => id === 'region' && html.startsWith('<div role="tooltip"');

/**
 * Returns what axe finds on a page in the light and in the dark theme; empty when all is well. Waits until nothing on
 * the page is loading: a list is dimmed while its filter changes.
 */
export async function findFaults(page: Page): Promise<string[]> {
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  const faults: string[] = [];
  await page.evaluate(stopMotion);
  for (const theme of ['dark', 'light']) {
    await page.evaluate(setTheme, theme);
    faults.push(...(await analyse(page, theme, theme === 'dark' ? COLOUR_RULES : undefined)));
  }
  await page.evaluate(resumeMotion);
  return faults;
}

/** Ends transitions and animations at once, also those of a toast that appears during the scan. */
function stopMotion(): void {
  const still = new CSSStyleSheet();
  still.replaceSync(
    '*, ::before, ::after, ::backdrop { transition: none !important; animation-duration: 0s !important; ' +
      'animation-delay: 0s !important }',
  );
  Object.assign(globalThis, { still });
  document.adoptedStyleSheets.push(still);
}

function resumeMotion(): void {
  const { still } = globalThis as { still?: CSSStyleSheet };
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
}

/**
 * Shows a theme, without the transitions of its colours: on a page of 1,600 elements they took two seconds of processor
 * time. Waits for the animations of scripts that end.
 */
async function setTheme(theme: string): Promise<void> {
  document.documentElement.dataset['theme'] = theme;
  // This list is made after the styles were calculated.
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map((animation) => animation.finished));
}

/** Returns what axe finds on a page at its present text size, of what depends on that size. */
export function findSizeFaults(page: Page): Promise<string[]> {
  return analyse(page, 'text size', SIZE_RULES);
}

async function analyse(page: Page, label: string, rules?: string[]): Promise<string[]> {
  // A document receives axe once: sending and compiling it takes longer than a scan of a few rules.
  const [main, ...inner] = page.frames();
  if (main) await inject(main);
  // A frame that closes meanwhile is no longer part of the page.
  await Promise.all(inner.map((frame) => inject(frame).catch(() => undefined)));
  const options: RunOptions = rules ? { ...OPTIONS, runOnly: { type: 'rule', values: rules } } : OPTIONS;
  const violations = await page.evaluate(async (given) => {
    const { axe } = globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
    return (await axe.run(given)).violations;
  }, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.filter(({ html }) => !isTooltip(id, html)).map(({ target }) => `${label}: ${id} at ${target.join(' ')}`),
  );
}

async function inject(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(SOURCE);
}
