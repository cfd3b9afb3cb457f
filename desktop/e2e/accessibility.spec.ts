import type { Page } from '@playwright/test';
import { findFaults, findSizeFaults } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { openDemo } from './people.ts';

const PUBLIC_PAGES = [
  '/',
  '/auth',
  '/auth?mode=register',
  '/auth?mode=forgot',
  '/auth?mode=reset',
  '/auth?mode=verify',
  '/auth?mode=restore',
  '/privacy-policy',
  '/terms-of-service',
  '/no-such-page',
];
const MEMBER_PAGES = [
  '/home',
  '/library',
  '/chat',
  '/profile',
  '/settings',
  '/analytics',
  '/students',
  '/courses',
  '/connections',
  '/connections/suggestions',
  '/connections/all',
  '/help',
  '/no-such-page',
];

const CREATOR_PAGES = ['/library', '/chat', '/help'];

/**
 * Returns what axe finds on pages, by their paths: everything in the light theme, the colours in the dark one, and at
 * the largest text, where a page overflows first. The smallest text, which needs the most contrast, is scanned else.
 */
async function scan(page: Page, url: string, paths: readonly string[]): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {};
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of paths) {
    await page.goto(url + path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    await setFontSize(page, '1');
    const found = await findFaults(page);
    await setFontSize(page, '3');
    found.push(...(await findSizeFaults(page)));
    if (found.length > 0) faults[path] = found;
  }
  return faults;
}

async function setFontSize(page: Page, size: string): Promise<void> {
  await page.evaluate((next) => {
    document.documentElement.dataset['fontSize'] = next;
  }, size);
}

test.describe.configure({ mode: 'parallel', timeout: 600_000 });

test('axe finds nothing on the public pages', async ({ page, demo }) => {
  expect(await scan(page, demo.url, PUBLIC_PAGES)).toEqual({});
});

test('axe finds nothing on the pages of a member', async ({ browser, demo }) => {
  expect(await scan(await openDemo(browser, demo, 'student'), demo.url, MEMBER_PAGES)).toEqual({});
});

test('axe finds nothing on the pages of a creator', async ({ browser, demo }) => {
  expect(await scan(await openDemo(browser, demo, 'creator'), demo.url, CREATOR_PAGES)).toEqual({});
});
