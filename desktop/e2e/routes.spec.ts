import type { BrowserContext } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { createPerson, PASSWORD, register } from './people.ts';

const UNEXPECTED = 'An unexpected error occurred';
const MEMBER_PAGES = [
  '/home',
  '/chat',
  '/profile',
  '/settings',
  '/analytics',
  '/students',
  '/courses',
  '/connections',
  '/connections/suggestions',
  '/connections/all',
];

for (const role of ['student', 'teacher', 'institution', 'creator'] as const) {
  test(`a ${role} registers by the form`, async ({ page, stack }) => {
    await register(page, stack, { role, fullName: 'Rosa Form' });
    await expect(page.getByRole('button', { name: /Rosa Form/ }).first()).toBeVisible();
  });
}

test('a visitor is sent to sign in from every protected page, and back after it', async ({ page, browser, stack }) => {
  for (const path of [...MEMBER_PAGES, '/library']) {
    await page.goto(stack.url + path);
    await expect(page).toHaveURL(/\/auth/);
  }
  const person = await createPerson(browser, stack, { role: 'student', fullName: 'Return Path', path: null });
  await page.goto(`${stack.url}/connections/all`);
  await expect(page).toHaveURL(/\/auth\?/);
  await page.getByLabel(/Username/).fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/connections\/all$/);
});

test('a wrong password and an unknown username get the same message', async ({ browser, page, stack }) => {
  const person = await createPerson(browser, stack, { role: 'student', fullName: 'Known Name', path: null });
  for (const name of ['nobody.at.all', person.username]) {
    await page.goto(`${stack.url}/auth`);
    await page.getByLabel(/Username/).fill(name);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.getByText('Invalid username or password').first()).toBeVisible();
  }
});

test('an unknown address is the not-found page, with status 404', async ({ page, stack }) => {
  const response = await page.goto(`${stack.url}/no/such/page`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('every page of a member opens, has one heading and runs no foreign code', async ({ browser, stack }) => {
  const { page } = await createPerson(browser, stack, {
    role: 'institution',
    fullName: 'Northfield College',
    path: null,
  });
  await page.addInitScript(reportToasts);
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  for (const path of [...MEMBER_PAGES, '/library', '/help', '/privacy-policy', '/terms-of-service']) {
    const response = await page.goto(stack.url + path);
    // The server keeps its own list of the addresses that are pages.
    expect(response?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  }
  expect(problems).toEqual([]);
});

/** States of the live link in which a member can open a page, and how a test brings them about. */
const LINK_STATES: Record<string, (context: BrowserContext) => Promise<void>> = {
  // The handshake stays open; a page that asks for what is bound later gets no error.
  connecting: async (context) => {
    await context.routeWebSocket(/\/socket\.io\//, () => undefined);
  },
  // Both transports are refused.
  paused: async (context) => {
    await context.routeWebSocket(/\/socket\.io\//, (socket) => socket.close());
    await context.route(/\/socket\.io\//, (route) => route.abort());
  },
};

for (const [state, arrange] of Object.entries(LINK_STATES)) {
  test(`every page of a member opens without an unexpected error while the live link is ${state}`, async ({
    browser,
    stack,
  }) => {
    const { page, context } = await createPerson(browser, stack, { role: 'teacher', fullName: 'Lin Kade', path: null });
    await arrange(context);
    await context.addInitScript(reportToasts);
    const problems: string[] = [];
    page.on('console', (message) => message.text().includes(UNEXPECTED) && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    for (const path of MEMBER_PAGES) {
      await page.goto(stack.url + path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    }
    await page.goto(`${stack.url}/settings`);
    await expect(page.getByRole('button', { name: 'Test microphone and camera' })).toBeVisible();
    expect(problems).toEqual([]);
  });
}

/** Writes each toast of an unexpected error to the console, also one that disappears. */
function reportToasts(): void {
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const { textContent } of addedNodes)
        if (textContent?.includes('An unexpected error occurred')) console.error(textContent);
  }).observe(document, { childList: true, subtree: true });
}

test('signing out ends the session everywhere in the browser', async ({ browser, stack }) => {
  const { page, context, fullName } = await createPerson(browser, stack, {
    role: 'teacher',
    fullName: 'Leaving Soon',
  });
  await page
    .getByRole('button', { name: new RegExp(fullName) })
    .first()
    .click();
  // The page leaves before the server has ended the session.
  const ended = page.waitForResponse((response) => response.url().endsWith('/api/logout'));
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await ended;
  await expect(page).toHaveURL(/\/(auth)?$/);
  const other = await context.newPage();
  await other.goto(`${stack.url}/home`);
  await expect(other).toHaveURL(/\/auth/);
});
