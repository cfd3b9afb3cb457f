import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Browser, BrowserContext, Page } from '@playwright/test';
import type { SessionUser } from '../../shared/api/auth.ts';
import type { Role } from '../../shared/api/endpoint.ts';
import { USER_LIMITS } from '../../shared/limits.ts';
import { demoAccounts } from '../../backend/db/seeds/accounts.ts';
import type { Stack } from './stack.ts';

/** A user with a browser of their own. */
export interface Person {
  id: string;
  username: string;
  fullName: string;
  email: string;
  page: Page;
  context: BrowserContext;
}

/** Password of every user in these flows. */
export const PASSWORD = 'a long test password';

let people = 0;
/** How often a write that prepares a flow is repeated after a 503. */
const REPEATS_MAX = 10;

/** Path of the page that follows registration and sign-in. */
function firstPathOf(role: Role): string {
  return role === 'creator' ? '/library' : '/home';
}

/** Returns the username, which is unique, and the email address of a new user. */
function nameOf(role: Role, fullName: string): { username: string; email: string } {
  people += 1;
  const suffix = `${role}.${people}`;
  const name = fullName.toLowerCase().replaceAll(/[^a-z]+/g, '.');
  const username = `${name.slice(0, USER_LIMITS.usernameMaxChars - suffix.length - 1)}_${suffix}`;
  return { username, email: `${username}@example.org` };
}

const ROLE_NAMES: Record<Role, RegExp> = {
  student: /^Student/,
  teacher: /^Teacher/,
  institution: /^Institution/,
  creator: /^Creator/,
};

/** Registers a user by the form in an empty page, and waits for the page that follows. */
export async function register(
  page: Page,
  { url }: Pick<Stack, 'url'>,
  { role, fullName }: { role: Role; fullName: string },
): Promise<void> {
  const { username, email } = nameOf(role, fullName);
  await page.goto(`${url}/auth?mode=register&role=${role}`);
  await page.getByRole('radio', { name: ROLE_NAMES[role] }).check();
  await page.getByLabel('Full name').fill(fullName);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(`**${firstPathOf(role)}`);
}

/**
 * Creates an account over HTTP and opens a browser that is signed in to it, on `path` (by default the page that follows
 * registration; null leaves the page empty). Usernames are unique; full names are as given.
 */
export async function createPerson(
  browser: Browser,
  { url, sql }: Pick<Stack, 'url' | 'sql'>,
  { role, fullName, path }: { role: Role; fullName: string; path?: string | null },
): Promise<Person> {
  const { username, email } = nameOf(role, fullName);
  const context = await browser.newContext();
  const { id } = await write<SessionUser>(context.request, url, {
    path: '/api/register',
    data: { username, email, fullName, role, password: PASSWORD, confirmPassword: PASSWORD },
  });
  // An institution is approved at the command line.
  if (role === 'institution') await sql('update users set is_awaiting_approval = false where id = $1', [id]);
  const page = await context.newPage();
  if (path !== null) await page.goto(url + (path ?? firstPathOf(role)));
  return { id, username, fullName, email, page, context };
}

/** Signs a user in on a further device over HTTP and returns its empty page. */
export async function openDevice(
  browser: Browser,
  { url }: Pick<Stack, 'url'>,
  { username, password = PASSWORD }: { username: string; password?: string },
): Promise<Page> {
  const context = await browser.newContext();
  await write(context.request, url, { path: '/api/login', data: { username, password } });
  return context.newPage();
}

/** Signs in to the demo account of a role and opens the page that follows. */
export async function openDemo(browser: Browser, demo: Stack, role: Role): Promise<Page> {
  const account = demoAccounts.find((one) => one.role === role);
  if (!account) throw new Error(`There is no demo account of a ${role}.`);
  const page = await openDevice(browser, demo, account);
  await page.goto(demo.url + firstPathOf(role));
  return page;
}

/** Connects two users, as if one had asked and the other accepted. */
export async function connect(
  { sql }: Pick<Stack, 'sql'>,
  one: Pick<Person, 'id'>,
  other: Pick<Person, 'id'>,
): Promise<void> {
  await sql(
    `insert into connections (id, user_id, connected_user_id, status) values (gen_random_uuid(), $1, $2, 'accepted')`,
    [one.id, other.id],
  );
}

/** Publishes a post of a user over HTTP. */
export async function createPost({ url }: Pick<Stack, 'url'>, { context }: Person, content: string): Promise<void> {
  await write(context.request, url, { path: '/api/posts', data: { content } });
}

/** A write of the API; without `method` a POST. */
interface Write {
  method?: 'POST' | 'PUT';
  path: string;
  data?: Record<string, unknown>;
}

/** Sends a write of a user over HTTP and returns what the server sent. @throws Error when the server refuses it. */
export function send<Output>({ url }: Pick<Stack, 'url'>, { context }: Person, request: Write): Promise<Output> {
  return write<Output>(context.request, url, request);
}

/** Sends a write as the web client does: with the session's CSRF token and an Idempotency-Key. @throws Error. */
async function write<Output>(
  request: APIRequestContext,
  url: string,
  { method = 'POST', path, data = {} }: Write,
): Promise<Output> {
  const { csrfToken } = (await (await request.get(`${url}/api/csrf-token`)).json()) as { csrfToken: string };
  const headers = { origin: url, 'csrf-token': csrfToken, 'idempotency-key': randomUUID() };
  const attempt = () => request.fetch(url + path, { method, headers, data });
  let response = await attempt();
  // As the client does while the database does not respond in time, here on a machine that is very busy.
  for (let repeats = 0; response.status() === 503 && repeats < REPEATS_MAX; repeats += 1) response = await attempt();
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as Output;
}
