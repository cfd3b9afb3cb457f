import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { PASSWORD, registerPerson } from './people.ts';
import { startStack, type Stack } from './stack.ts';

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack();
});
test.afterAll(() => stack.stop());

const NEXT = 'another long password';

test('someone signs another device out at once, and changes the password', async ({ browser }) => {
  const maya = await registerPerson(browser, stack.url, { role: 'student', fullName: 'Maya Vance' });
  const other = await browser.newContext();
  const elsewhere = await other.newPage();
  await elsewhere.goto(`${stack.url}/auth`);
  await elsewhere.getByLabel(/Username/).fill(maya.username);
  await elsewhere.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await elsewhere.getByRole('button', { name: 'Log in', exact: true }).click();
  await elsewhere.waitForURL('**/home');

  const { page } = maya;
  await page.goto(`${stack.url}/settings`);
  await page.getByRole('button', { name: /^Sign out Chrome/ }).click();
  await elsewhere.waitForURL('**/auth**');
  await expect(page.getByRole('button', { name: /^Sign out Chrome/ })).toHaveCount(0);

  await page.getByLabel('Current password').fill('not my password');
  await page.getByLabel('New password').fill(NEXT);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('This is not your password')).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(' ') ?? ''}`)).toEqual([]);
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveValue('');
  await other.close();
});
