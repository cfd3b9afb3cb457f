import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { BRIDGE_CALLS, BRIDGE_EVENTS } from '#shared/bridge/contract.ts';
import { findDesktop, hasSandbox } from '../../../tools/electron.ts';
import { ROOT } from '../../../tools/stack.ts';
import { expect, test } from '../fixtures.ts';
import { connect, createPerson } from '../people.ts';
import { hasSecretService, startSecretService, type SecretService } from '../../testing/secret-service.ts';
import { chooseServer, signIn, signOut } from '../shell-steps.ts';
import type { Stack } from '../stack.ts';

const { binary, problem } = findDesktop();
// What only the real binary can prove; desktop/README.md lists it. Where LYCEUM_ELECTRON is set, it may not be skipped.
test.skip(
  binary === undefined && process.env['LYCEUM_ELECTRON'] === undefined,
  `Electron itself cannot run here: ${problem ?? ''}`,
);

const MAIN = join(ROOT, 'out', 'main', 'index.js');

let profile: string;
let app: ElectronApplication | undefined;
let keychain: SecretService | undefined;

// A restart is signed in only with a keychain. On Linux the tests have one of their own, instead of the developer's.
test.beforeAll(async () => {
  if (process.platform !== 'linux') return;
  const isRequired = process.env['LYCEUM_ELECTRON'] !== undefined;
  if (isRequired) expect(hasSecretService(), 'dbus-daemon and gnome-keyring-daemon are installed').toBe(true);
  if (hasSecretService()) keychain = await startSecretService();
});
test.afterAll(() => keychain?.stop());

test.beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'lyceum-electron-'));
});
test.afterEach(async () => {
  await app?.close();
  app = undefined;
  rmSync(profile, { recursive: true, force: true });
});

const isSandboxed = hasSandbox();
/** The program's arguments and environment with the profile of this test. */
const launchWith = (url: string, ...args: string[]) => ({
  args: [MAIN, ...(isSandboxed ? [] : ['--no-sandbox']), ...args],
  env: { ...process.env, LYCEUM_USER_DATA: profile, LYCEUM_SERVER_URL: url } as Record<string, string>,
});

/** Starts the app a second time, as the system does for a link, and waits until that instance has ended. */
async function startAgain({ url }: Pick<Stack, 'url'>, ...args: string[]): Promise<void> {
  const second = launchWith(url, ...args);
  const child = spawn(binary ?? '', second.args, { env: second.env, stdio: 'ignore' });
  await new Promise((ended) => child.once('exit', ended));
}

async function start({ url }: Pick<Stack, 'url'>): Promise<Page> {
  app = await _electron.launch({
    ...(binary !== undefined && { executablePath: binary }),
    // On Linux, Playwright turns the sandbox off otherwise.
    chromiumSandbox: isSandboxed,
    ...launchWith(url),
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
  // Preload has a world of its own: what the page changes does not reach it.
  const names = await page.evaluate(() => {
    (globalThis as { ipcRenderer?: unknown }).ipcRenderer = { invoke: () => Promise.reject(new Error('planted')) };
    return Object.keys(window.lyceum ?? {});
  });
  const expected = [
    ...Object.keys(BRIDGE_CALLS),
    ...Object.keys(BRIDGE_EVENTS).map((name) => `on${name.charAt(0).toUpperCase()}${name.slice(1)}`),
  ];
  expect(names.toSorted()).toEqual(expected.toSorted());
  expect(await page.evaluate(async () => (await window.lyceum?.getAppInfo())?.version)).toMatch(/^\d+\.\d+\.\d+/);
  // Main checks these when it creates a window; were the function missing, it would check nothing.
  const reported = await app?.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    const contents = window?.webContents as { getLastWebPreferences?: () => object } | undefined;
    return contents?.getLastWebPreferences?.();
  });
  expect(reported).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true });
  const opened = await page.evaluate(() =>
    navigator.mediaDevices.getUserMedia({ audio: true }).catch((error: Error) => error.name),
  );
  expect(opened).toBe('NotAllowedError');
});

test('two members write to each other live', async ({ browser, stack }) => {
  const own = await createPerson(browser, stack, { role: 'student', fullName: 'Ella Chat', path: null });
  const other = await createPerson(browser, stack, { role: 'teacher', fullName: 'Otto Chat', path: null });
  await connect(stack, own, other);
  const page = await start(stack);
  await chooseServer(page, stack.url);
  await signIn(page, own.username);
  await other.page.goto(`${stack.url}/chat?with=${own.id}`);
  await other.page.getByLabel('Message to Ella Chat').fill('Does the socket of main work?');
  await other.page.keyboard.press('Enter');
  await page.getByRole('link', { name: /^Chat/ }).first().click();
  await page.getByRole('link', { name: /Otto Chat/ }).click();
  await expect(page.getByRole('log').getByText('Does the socket of main work?')).toBeVisible();
  await page.getByLabel('Message to Otto Chat').fill('It does.');
  await page.keyboard.press('Enter');
  await expect(other.page.getByRole('log').getByText('It does.')).toBeVisible();
});

test('stays in the tray without a window, and a second start shows the window', async ({ stack }) => {
  const page = await start(stack);
  await chooseServer(page, stack.url);
  const countVisible = () =>
    app?.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().filter((window) => window.isVisible()).length);
  await app?.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().forEach((window) => window.close()));
  await expect.poll(countVisible).toBe(0);
  await startAgain(stack);
  await expect.poll(countVisible).toBe(1);
});

test('a link of the system opens its page once', async ({ browser, stack }) => {
  const own = await createPerson(browser, stack, { role: 'student', fullName: 'Ella Link', path: null });
  const other = await createPerson(browser, stack, { role: 'teacher', fullName: 'Otto Link', path: null });
  await connect(stack, own, other);
  const page = await start(stack);
  await chooseServer(page, stack.url);
  await signIn(page, own.username);
  await startAgain(stack, `lyceum://chat/${other.id}`);
  await expect(page.getByLabel('Message to Otto Link')).toBeVisible();
  // Two links, and one with more than an id, are refused.
  const before = page.url();
  await startAgain(stack, `lyceum://profile/${own.id}`, `lyceum://profile/${other.id}`);
  await startAgain(stack, `lyceum://profile/${own.id}?tab=all`);
  expect(page.url()).toBe(before);
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
