import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Role } from '../../shared/api/endpoint.ts';

/** Someone in a browser of their own. */
export interface Person {
  page: Page;
  context: BrowserContext;
  fullName: string;
  username: string;
}

/** Password of everyone in these flows. */
export const PASSWORD = 'a long test password';

const ROLE_NAMES: Record<Role, RegExp> = {
  student: /^Student/,
  teacher: /^Teacher/,
  institution: /^Institution/,
  creator: /^Creator/,
};

/** Opens a browser and registers a person through the form, as anyone would. */
export async function registerPerson(
  browser: Browser,
  url: string,
  { role, fullName }: { role: Role; fullName: string },
): Promise<Person> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const username = `${fullName.toLowerCase().replaceAll(/[^a-z]+/g, '.')}.${role}`;
  await page.goto(`${url}/auth?mode=register&role=${role}`);
  await page.getByRole('radio', { name: ROLE_NAMES[role] }).check();
  await page.getByLabel('Full name').fill(fullName);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('E-mail').fill(`${username}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(role === 'creator' ? '**/library' : '**/home');
  return { page, context, fullName, username };
}
