import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { createTestKeychain } from '../testing/keychain.ts';
import { launchShell, type LaunchOptions, type Shell } from '../testing/launch.ts';
import { setPolicy } from '../testing/policy.ts';
import { findFaults } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { connect, createPerson, type Person } from './people.ts';
import { signIn, signOut } from './shell-steps.ts';
import type { Stack } from './stack.ts';

let profile: string;
let places: string;
const running: Shell[] = [];
const PLATFORMS = ['win32', 'darwin', 'linux'] as const;
const MANAGED = 'Managed by your institution';
/** The system's clock of input is read every five seconds. */
const IDLE_SECONDS = 10 * 60;

test.beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'lyceum-shell-'));
  places = mkdtempSync(join(tmpdir(), 'lyceum-policy-'));
});
test.afterEach(async () => {
  for (const shell of running.splice(0)) await shell.kill();
  for (const folder of [profile, places]) rmSync(folder, { recursive: true, force: true });
});

async function start(browser: Browser, options: Partial<LaunchOptions> = {}): Promise<{ shell: Shell; page: Page }> {
  const { keychain } = createTestKeychain();
  const shell = await launchShell({ browser, platform: 'linux', userData: profile, keychain, ...options });
  running.push(shell);
  return { shell, page: await shell.page() };
}

/** Paths of all files of the profile, below it. */
function profileFiles(): string[] {
  const entries = readdirSync(profile, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(profile, join(parentPath, name))).toSorted();
}

/** Files of the profile without the log, which names no one. */
const storedFiles = (): string[] => profileFiles().filter((path) => !path.startsWith('logs'));

/** Files of the profile whose name or bytes contain something of a member; main may remove some meanwhile. */
function filesWith(traces: readonly string[]): string[] {
  return profileFiles().filter((path) => {
    const bytes = existsSync(join(profile, path)) ? readFileSync(join(profile, path)) : Buffer.alloc(0);
    return traces.some((trace) => path.includes(trace) || bytes.includes(trace));
  });
}

/** Everything that the page of the app can read of what pages have stored. */
function pageStorage(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases();
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases.map(({ name }) => name)]);
  });
}

/** Signs in, posts an image, writes a message and saves a file. Returns what must not remain of the member. */
async function work(shell: Shell, { page, stack, member, friend }: Work): Promise<string[]> {
  await signIn(page, member.username);
  const buffer = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#2f7d4f' } })
    .png()
    .toBuffer();
  await page.getByLabel('What would you like to share?').fill(`A leaf of ${member.fullName}`);
  await page.getByLabel('Image file').setInputFiles({ name: 'leaf.png', mimeType: 'image/png', buffer });
  await page.getByLabel('Image description').fill('A leaf');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page.getByRole('article').getByRole('img', { name: 'A leaf' }).first()).toBeVisible();
  await page.goto(new URL(`/chat?with=${friend.id}`, page.url()).href);
  await page.getByLabel(`Message to ${friend.fullName}`).fill(`Greetings of ${member.fullName}`);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Sent').last()).toBeVisible();
  await page.getByLabel(`Message to ${friend.fullName}`).fill(`A draft of ${member.fullName}`);
  // On another computer, what the page has loaded would be stored now.
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
  await saveFile(page, 'certificate.txt', `Certificate of ${member.fullName}`);
  await expect.poll(() => existsSync(join(profile, 'temporary-downloads', 'certificate.txt'))).toBe(true);
  const cookies = await shell.electron.session.fromPartition('account').cookies.get({ url: stack.url });
  const tokens = cookies.flatMap(({ value }) => [value, decodeURIComponent(value)]);
  expect(tokens.length).toBeGreaterThan(0);
  const traces = [member.fullName, member.username, member.email, member.id, ...tokens];
  await expect.poll(() => filesWith(traces)).toEqual([join('temporary-downloads', 'certificate.txt')]);
  expect(['loaded', 'unsent'].filter((folder) => existsSync(join(profile, folder)))).toEqual([]);
  expect(traces.some((trace) => page.url().includes(trace))).toBe(false);
  expect(await pageStorage(page)).toContain(member.fullName);
  return traces;
}

interface Work {
  page: Page;
  stack: Stack;
  member: Person;
  friend: Person;
}

async function saveFile(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(
    ([file, content]) => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([content]));
      link.download = file;
      link.click();
    },
    [name, text] as const,
  );
}

/** Asserts that the shell shows a new window, and that nothing of the member is on the computer or usable. */
async function expectForgotten(
  shell: Shell,
  { before, traces, stack }: { before: Page; traces: readonly string[]; stack: Stack },
): Promise<Page> {
  await expect.poll(() => before.isClosed()).toBe(true);
  const page = await shell.page();
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
  expect(filesWith(traces)).toEqual([]);
  expect(profileFiles()).toEqual(['settings.json', 'shared-computer']);
  const storage = await pageStorage(page);
  expect(traces.filter((trace) => storage.includes(trace))).toEqual([]);
  const account = shell.electron.session.fromPartition('account');
  const now = (await account.cookies.get({})).map(({ value }) => value);
  expect(traces.filter((trace) => now.includes(trace))).toEqual([]);
  // The server has ended the session too.
  const [token = ''] = traces.slice(4);
  await expect
    .poll(async () => (await fetch(`${stack.url}/api/user`, { headers: { Cookie: `sid=${token}` } })).status)
    .toBe(401);
  return page;
}

async function createPair(browser: Browser, stack: Stack, name: string): Promise<{ member: Person; friend: Person }> {
  const member = await createPerson(browser, stack, { role: 'teacher', fullName: `Zora ${name}`, path: null });
  const friend = await createPerson(browser, stack, { role: 'student', fullName: `Milo ${name}`, path: null });
  await connect(stack, member, friend);
  return { member, friend };
}

for (const platform of PLATFORMS) {
  test(`a policy on ${platform} decides server, window, downloads and advertisements, and is shown`, async ({
    browser,
    stack,
  }) => {
    const managed = {
      serverUrl: stack.url,
      allowedServers: [stack.url, 'https://other.example'],
      advertisements: false,
      downloads: 'block',
      kioskFullscreen: true,
      devTools: true,
      proxy: 'direct',
      spellcheckDictionaryUrl: 'https://words.example/',
      camera: 'perhaps',
    };
    const policy = setPolicy(platform, places, { managed, recommended: { autoStart: true } });
    const person = await createPerson(browser, stack, { role: 'student', fullName: 'Paul Policy', path: null });
    const { shell, page } = await start(browser, { platform, ...policy });
    await expect(page.getByText(MANAGED)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Change server' })).toHaveCount(0);
    expect(await page.evaluate(() => window.lyceum?.setServer('https://other.example'))).toMatchObject({
      ok: false,
      problem: 'NOT_ALLOWED',
    });
    const [opened] = shell.electron.BrowserWindow.getAllWindows();
    expect(opened?.options).toMatchObject({ kiosk: true, webPreferences: { devTools: true } });
    const account = shell.electron.session.fromPartition('account');
    expect(account.requested.proxy).toEqual({ mode: 'direct' });
    if (platform !== 'darwin') expect(account.spellChecker.dictionaryUrl).toBe('https://words.example/');

    await signIn(page, person.username);
    expect(await page.evaluate(async () => (await fetch('/api/advertisements?section=1')).json())).toEqual([]);
    await saveFile(page, 'refused.txt', 'refused');
    await expect.poll(() => account.requested.refused).toBe(1);
    await page.goto(new URL('/settings#computer', page.url()).href);
    const section = page.getByRole('region', { name: 'This computer' });
    await expect(section.getByText(MANAGED)).toHaveCount(8);
    await expect(section.getByText('Saving files')).toBeVisible();
    await expect(section.getByText(`${new URL(stack.url).host}, other.example`)).toBeVisible();
    // A bad key and a recommendation lock nothing.
    await expect(section.getByText('Camera')).toHaveCount(0);
    if (platform === 'linux') expect(await findFaults(page)).toEqual([]);
    await shell.quit();

    // Without the policy, the client is as before.
    const normal = await start(browser, { platform, env: { LYCEUM_SERVER_URL: stack.url } });
    await expect(normal.page.getByRole('heading', { name: 'Choose your server' })).toBeVisible();
    expect(await normal.page.evaluate(async () => (await window.lyceum?.getAppInfo())?.policy.managed)).toEqual([]);
    await normal.shell.quit();
    // The encrypted copy of the member's pages may remain; its key is in the keychain.
    expect(storedFiles().filter((path) => !path.startsWith('loaded'))).toEqual(['settings.json']);
  });
}

test('a shared Windows computer: stay signed in, lock, and the end with the window', async ({ browser, stack }) => {
  const { member, friend } = await createPair(browser, stack, 'Fensterle');
  const policy = setPolicy('win32', places, { managed: { serverUrl: stack.url, sharedComputer: true } });
  // What was stored before the computer was shared.
  const { keychain, entries } = createTestKeychain();
  entries.set(`Lyceum ${stack.url}`, JSON.stringify({ name: 'sid', value: 'old' }));
  writeFileSync(join(profile, 'settings.json'), JSON.stringify({ zoomFactor: 2 }));
  const { shell, page } = await start(browser, { platform: 'win32', keychain, ...policy });
  expect(entries.size).toBe(0);
  const traces = await work(shell, { page, stack, member, friend });
  expect(entries.size).toBe(0);

  const { powerMonitor } = shell.electron;
  powerMonitor.idleSeconds = IDLE_SECONDS;
  await expect(page.getByRole('dialog', { name: 'Are you still there?' })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByLabel(`Message to ${friend.fullName}`)).toHaveValue(`A draft of ${member.fullName}`);
  powerMonitor.idleSeconds = 0;

  powerMonitor.emit('lock-screen');
  const second = await expectForgotten(shell, { before: page, traces, stack });
  const again = await work(shell, { page: second, stack, member, friend });
  shell.electron.BrowserWindow.getAllWindows()[0]?.close();
  await shell.electron.app.ended;
  expect(filesWith([...traces, ...again])).toEqual([]);
  expect(storedFiles()).toEqual(['settings.json']);
  expect(JSON.parse(readFileSync(join(profile, 'settings.json'), 'utf8'))).toMatchObject({ zoomFactor: 1 });
  expect(entries.size).toBe(0);
});

test('a shared Linux computer: an idle member, a locked screen, and a power cut', async ({ browser, stack }) => {
  const { member, friend } = await createPair(browser, stack, 'Pinguin');
  const policy = setPolicy('linux', places, { managed: { serverUrl: stack.url, sharedComputer: true } });
  const { shell, page } = await start(browser, policy);
  const { powerMonitor } = shell.electron;
  const traces = await work(shell, { page, stack, member, friend });
  powerMonitor.idleSeconds = IDLE_SECONDS;
  await expect(page.getByText(/You will be signed out in \d+ seconds/)).toBeVisible();
  powerMonitor.idleSeconds = IDLE_SECONDS + 60;
  const second = await expectForgotten(shell, { before: page, traces, stack });
  powerMonitor.idleSeconds = 0;

  const locked = await work(shell, { page: second, stack, member, friend });
  powerMonitor.isLocked = true;
  const third = await expectForgotten(shell, { before: second, traces: locked, stack });
  powerMonitor.isLocked = false;

  const cut = await work(shell, { page: third, stack, member, friend });
  await shell.kill();
  expect(filesWith(cut)).not.toEqual([]);
  writeFileSync(join(profile, 'Crash Report'), `memory of ${member.fullName}`);
  // The policy is gone as well; the marker alone forces the wipe, before any window.
  let atReady: string[] | undefined;
  const next = await start(browser, {
    env: { LYCEUM_SERVER_URL: stack.url },
    prepare: ({ app }) => void app.whenReady().then(() => (atReady = filesWith(cut))),
  });
  expect(atReady).toEqual([]);
  await expect(next.page.getByRole('heading', { name: 'Choose your server' })).toBeVisible();
  expect(storedFiles()).toEqual(['settings.json']);
});

test('a shared Mac: another user logs in, the window is closed, the member signs out, the session ends', async ({
  browser,
  stack,
}) => {
  const { member, friend } = await createPair(browser, stack, 'Apfel');
  const policy = setPolicy('darwin', places, { managed: { serverUrl: stack.url, sharedComputer: true } });
  // Left by a run that crashed.
  const notificationCenter = [{ title: 'Zora Zuvor', body: 'Are you there?' }];
  const { shell, page } = await start(browser, { platform: 'darwin', ...policy, notificationCenter });
  const { powerMonitor, BrowserWindow, Notification, app } = shell.electron;
  expect(notificationCenter).toEqual([]);
  const traces = await work(shell, { page, stack, member, friend });
  new Notification({ title: friend.fullName, body: 'is calling you' }).show();
  expect(notificationCenter).toHaveLength(1);
  powerMonitor.emit('user-did-resign-active');
  const second = await expectForgotten(shell, { before: page, traces, stack });
  expect(notificationCenter).toEqual([]);

  const closed = await work(shell, { page: second, stack, member, friend });
  BrowserWindow.getAllWindows()[0]?.close();
  await expect.poll(() => filesWith(closed)).toEqual([]);
  app.emit('activate');
  const third = await shell.page();
  await expect(third.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
  const storage = await pageStorage(third);
  expect(closed.filter((trace) => storage.includes(trace))).toEqual([]);

  const signedOut = await work(shell, { page: third, stack, member, friend });
  await signOut(third);
  const fourth = await expectForgotten(shell, { before: third, traces: signedOut, stack });

  const ended = await work(shell, { page: fourth, stack, member, friend });
  powerMonitor.emit('shutdown');
  await app.ended;
  expect(filesWith(ended)).toEqual([]);
  expect(storedFiles()).toEqual(['settings.json']);
});
