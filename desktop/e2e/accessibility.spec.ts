import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { demoAccounts } from '../../backend/db/seeds/accounts.ts';
import { startStack, type Stack } from './stack.ts';

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack({ isSeeded: true });
});
test.afterAll(() => stack.stop());

const PUBLIC_PAGES = [
  '/',
  '/auth',
  '/auth?mode=register',
  '/auth?mode=forgot',
  '/auth?mode=reset',
  '/auth?mode=verify',
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

async function findFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const theme of ['light', 'dark']) {
    for (const size of ['1', '2', '3']) {
      await page.evaluate(
        ([nextTheme, nextSize]) => {
          document.documentElement.dataset['theme'] = nextTheme;
          document.documentElement.dataset['fontSize'] = nextSize;
        },
        [theme, size],
      );
      // Colours change over a moment; what counts is where they end.
      await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
      const { violations } = await new AxeBuilder({ page }).analyze();
      faults.push(...violations.map(({ id, nodes }) => `${theme} ${size}: ${id} at ${nodes[0]?.target.join(' ')}`));
    }
  }
  return faults;
}

async function open(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(stack.url + path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
}

async function signIn(page: Page, role: string): Promise<void> {
  const account = demoAccounts.find((demo) => demo.role === role);
  await open(page, '/auth');
  await page.getByLabel(/Username/).fill(account?.username ?? '');
  await page.getByLabel('Password', { exact: true }).fill(account?.password ?? '');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(/home|library/);
}

test.setTimeout(240_000);

for (const path of PUBLIC_PAGES) {
  test(`axe finds nothing on ${path}`, async ({ page }) => {
    await open(page, path);
    expect(await findFaults(page)).toEqual([]);
  });
}

test('axe finds nothing on the pages of a member', async ({ page }) => {
  await signIn(page, 'student');
  const faults: Record<string, string[]> = {};
  for (const path of MEMBER_PAGES) {
    await open(page, path);
    const found = await findFaults(page);
    if (found.length > 0) faults[path] = found;
  }
  expect(faults).toEqual({});
});

test('axe finds nothing on what a creator sees', async ({ page }) => {
  await signIn(page, 'creator');
  for (const path of ['/library', '/chat', '/help']) {
    await open(page, path);
    expect(await findFaults(page)).toEqual([]);
  }
});
