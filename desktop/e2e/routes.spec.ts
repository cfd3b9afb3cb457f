import { expect, test } from '@playwright/test';
import { PASSWORD, registerPerson } from './people.ts';
import { startStack, type Stack } from './stack.ts';

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack();
});
test.afterAll(() => stack.stop());

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

test('a visitor is sent to sign in from every protected page, and back after it', async ({ page, browser }) => {
  for (const path of [...MEMBER_PAGES, '/library', '/help']) {
    await page.goto(stack.url + path);
    await expect(page).toHaveURL(/\/auth/);
  }
  const person = await registerPerson(browser, stack.url, { role: 'student', fullName: 'Return Path' });
  await page.goto(`${stack.url}/connections/all`);
  await expect(page).toHaveURL(/\/auth\?/);
  await page.getByLabel(/Username/).fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/connections\/all$/);
});

test('a wrong password and an unknown name get the same words', async ({ page }) => {
  for (const name of ['nobody.at.all', 'return.path.student']) {
    await page.goto(`${stack.url}/auth`);
    await page.getByLabel(/Username/).fill(name);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.getByText('Invalid username or password').first()).toBeVisible();
  }
});

test('an unknown address is the not-found page, with status 404', async ({ page }) => {
  const response = await page.goto(`${stack.url}/no/such/page`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('every page of a member opens, has one heading and runs no foreign code', async ({ browser }) => {
  const { page } = await registerPerson(browser, stack.url, { role: 'institution', fullName: 'Northfield College' });
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

test('signing out ends the session everywhere in the browser', async ({ browser }) => {
  const { page, context, fullName } = await registerPerson(browser, stack.url, {
    role: 'teacher',
    fullName: 'Leaving Soon',
  });
  await page
    .getByRole('button', { name: new RegExp(fullName) })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/(auth)?$/);
  const other = await context.newPage();
  await other.goto(`${stack.url}/home`);
  await expect(other).toHaveURL(/\/auth/);
});
