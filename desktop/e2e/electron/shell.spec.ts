import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { findDesktop } from '../../../tools/electron.ts';
import { ROOT } from '../../../tools/stack.ts';
import { expect, test } from '../fixtures.ts';
import { createPerson } from '../people.ts';
import { chooseServer, signIn, signOut } from '../shell-steps.ts';
import type { Stack } from '../stack.ts';

const { binary, problem } = findDesktop();
// What only the real binary can prove; desktop/README.md lists it.
test.skip(binary === undefined, `Electron itself cannot run here: ${problem ?? ''}`);

let profile: string;
let app: ElectronApplication | undefined;

test.beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'lyceum-electron-'));
});
test.afterEach(async () => {
  await app?.close();
  app = undefined;
  rmSync(profile, { recursive: true, force: true });
});

async function start({ url }: Pick<Stack, 'url'>): Promise<Page> {
  app = await _electron.launch({
    ...(binary !== undefined && { executablePath: binary }),
    args: [join(ROOT, 'out', 'main', 'index.js'), '--no-sandbox'],
    env: { ...process.env, LYCEUM_USER_DATA: profile, LYCEUM_SERVER_URL: url } as Record<string, string>,
  });
  return app.firstWindow();
}

test('signs in over app://lyceum, posts, restarts still signed in and signs out', async ({ browser, stack }) => {
  const person = await createPerson(browser, stack, { role: 'teacher', fullName: 'Ella Electron', path: null });
  const page = await start(stack);
  expect(page.url()).toMatch(/^app:\/\/lyceum\//);
  await chooseServer(page, stack.url);
  await signIn(page, person.username);
  await page.getByLabel('What would you like to share?').fill('Written in Electron.');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page.getByRole('article').filter({ hasText: 'Written in Electron.' })).toBeVisible();
  await app?.close();
  const again = await start(stack);
  await again.waitForURL('**/home');
  await signOut(again);
  await expect(again.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
});

test('runs isolated and sandboxed, with nothing of Node in the page', async ({ stack }) => {
  const page = await start(stack);
  expect(
    await page.evaluate(() => ['require', 'process', 'module', 'Buffer'].filter((name) => name in globalThis)),
  ).toEqual([]);
  expect(await page.evaluate(() => Object.isFrozen(window.lyceum))).toBe(true);
});

test('refuses to leave the app and to open windows', async ({ stack }) => {
  const page = await start(stack);
  await app?.evaluate(({ dialog, shell }) => {
    dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false });
    shell.openExternal = async () => {};
  });
  await page.evaluate(() => {
    globalThis.open('https://example.org/');
    globalThis.location.href = 'https://example.org/';
  });
  expect(page.url()).toMatch(/^app:\/\/lyceum\//);
  expect(app?.windows()).toHaveLength(1);
});
