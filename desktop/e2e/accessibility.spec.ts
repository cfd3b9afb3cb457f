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
  '/library?record=1',
  '/library?purchases=1',
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

const CREATOR_PAGES = [
  '/library',
  '/library?catalogue=1',
  '/chat',
  '/help',
  '/library?sales=1&filter=items',
  '/library?numbers=1',
];
/** The steps of the form of an item that no other flow scans. */
const STEPS = ['type', 'details', 'price', 'preview', 'publish'];

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
  const page = await openDemo(browser, demo, 'creator');
  const [item] = await demo.sql<{ id: string }>(
    `select c.id from courses c join users u on u.id = c.user_id where u.username = 'amara' order by c.id limit 1`,
  );
  const steps = STEPS.map((step) => `/library?edit=${item?.id}&step=${step}`);
  expect(await scan(page, demo.url, [...CREATOR_PAGES, ...steps])).toEqual({});
});

test('axe finds nothing on the numbers of an institution', async ({ browser, demo }) => {
  const page = await openDemo(browser, demo, 'institution');
  expect(await scan(page, demo.url, ['/analytics'])).toEqual({});
  await expect(page.getByRole('region', { name: 'Members', exact: true }).getByRole('table')).toBeVisible();
});
