import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { createMissingKeychain, createTestKeychain } from '../testing/keychain.ts';
import { launchShell, type LaunchOptions, type Shell } from '../testing/launch.ts';
import { createCertificate, isOpensslMissing, startRecordingServer } from '../testing/recording-server.ts';
import { recordToasts } from './call-steps.ts';
import { expect, test } from './fixtures.ts';
import { createPerson, createPost } from './people.ts';
import { chooseServer, reconnect, signIn, signOut } from './shell-steps.ts';
import type { Stack } from './stack.ts';

let profile: string;
const running: Shell[] = [];

test.beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'lyceum-shell-'));
});
test.afterEach(async () => {
  for (const shell of running.splice(0)) await shell.kill();
  rmSync(profile, { recursive: true, force: true });
});

const { keychain, entries } = createTestKeychain();
const PLATFORMS = { win32: 'Windows', darwin: 'Mac', linux: 'Linux' } as const;
const LEAVING = 'You are leaving Lyceum for example.org';
const article = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

async function start(
  browser: Browser,
  { url }: Pick<Stack, 'url'>,
  options: Partial<LaunchOptions> = {},
): Promise<{ shell: Shell; page: Page }> {
  const shell = await launchShell({
    browser,
    platform: 'linux',
    userData: profile,
    keychain,
    env: { LYCEUM_SERVER_URL: url },
    ...options,
  });
  running.push(shell);
  return { shell, page: await shell.page() };
}

/** The number on the app's icon; on Windows it is drawn on the window's button in the taskbar. */
function badgeOf({ electron }: Shell, platform: keyof typeof PLATFORMS): number {
  if (platform !== 'win32') return electron.app.requested.badgeCount;
  return Number.parseInt(electron.BrowserWindow.getAllWindows()[0]?.taskbar.overlay || '0', 10);
}

for (const platform of ['win32', 'darwin', 'linux'] as const) {
  test(
    `the main job in the desktop client on ${platform}: sign in, post with an image, live comment, ` +
      `restart, sign out`,
    async ({ browser, stack }) => {
      const teacher = await createPerson(browser, stack, {
        role: 'teacher',
        fullName: `Daniel ${PLATFORMS[platform]}`,
        path: null,
      });
      const student = await createPerson(browser, stack, {
        role: 'student',
        fullName: `Maya ${PLATFORMS[platform]}`,
        path: null,
      });
      await teacher.context.close();
      const first = await start(browser, stack, { platform });
      await chooseServer(first.page, stack.url);
      await signIn(first.page, teacher.username);

      const text = `Written in the desktop client on ${platform}.`;
      const buffer = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#2f7d4f' } })
        .png()
        .toBuffer();
      await first.page.getByLabel('What would you like to share?').fill(text);
      await first.page.getByLabel('Image file').setInputFiles({ name: 'leaf.png', mimeType: 'image/png', buffer });
      await first.page.getByLabel('Image description').fill('A leaf in the sun');
      await first.page.getByRole('button', { name: 'Post', exact: true }).click();
      const own = article(first.page, text);
      await expect
        .poll(() =>
          own.getByRole('img', { name: 'A leaf in the sun' }).evaluate((img: HTMLImageElement) => img.naturalWidth),
        )
        .toBe(640);

      const toasts = await recordToasts(first.page);
      await student.page.goto(`${stack.url}/home`);
      await article(student.page, text)
        .getByRole('button', { name: /^Comments/ })
        .click();
      await article(student.page, text).getByLabel('Write a comment').fill('Seen from a browser.');
      await article(student.page, text).getByLabel('Write a comment').press('Control+Enter');
      await expect(own.getByRole('button', { name: 'Comments, 1 so far' })).toBeVisible();
      await expect
        .poll(toasts)
        .toContainEqual(expect.stringContaining(`Maya ${PLATFORMS[platform]} commented on your post`));
      // The comment, and the notification of a sign-in on a new device.
      await expect.poll(() => badgeOf(first.shell, platform)).toBe(2);
      await expect(first.page).toHaveTitle(/^\(2\) /);

      await first.shell.quit();
      const again = await start(browser, stack, { platform });
      await again.page.waitForURL('**/home');
      await expect(article(again.page, text)).toBeVisible();

      await signOut(again.page);
      await expect(again.page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
      await expect.poll(() => entries.size).toBe(0);
      await expect.poll(() => badgeOf(again.shell, platform)).toBe(0);
      const account = again.shell.electron.session.fromPartition('account');
      // The page shows the sign-out at once; the server confirms it later, and nothing asks it again.
      await expect.poll(() => account.cookies.get({})).toEqual([]);
      await again.page.waitForLoadState('networkidle');
      expect(await account.cookies.get({})).toEqual([]);
      await again.shell.quit();
      const last = await start(browser, stack, { platform });
      await expect(last.page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
      expect(await last.shell.electron.session.fromPartition('account').cookies.get({})).toEqual([]);
      await student.context.close();
    },
  );
}

test('no part of a session is on disk, and an emptied keychain requires signing in again', async ({
  browser,
  stack,
}) => {
  const person = await createPerson(browser, stack, { role: 'student', fullName: 'Disk Reader', path: null });
  const { page, shell } = await start(browser, stack);
  await chooseServer(page, stack.url);
  await signIn(page, person.username);
  await expect.poll(() => entries.size).toBe(1);
  const secret = [...entries.values()][0] ?? '';
  await shell.quit();
  const files = readdirSync(profile, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const { value } = JSON.parse(secret) as { value: string };
  for (const file of files) expect(readFileSync(join(file.parentPath, file.name), 'utf8')).not.toContain(value);
  entries.clear();
  const again = await start(browser, stack);
  await expect(again.page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
});

test('a missing keychain is reported once', async ({ browser, stack }) => {
  const person = await createPerson(browser, stack, { role: 'student', fullName: 'Key Less', path: null });
  const { page, shell } = await start(browser, stack, { keychain: createMissingKeychain() });
  await chooseServer(page, stack.url);
  const toasts = await recordToasts(page);
  await signIn(page, person.username);
  await expect.poll(toasts).toContainEqual(expect.stringMatching(/^You stay signed in until you quit/));
  await shell.quit();
  const again = await start(browser, stack, { keychain: createMissingKeychain() });
  await signIn(again.page, person.username);
  await expect(again.page.getByText('You stay signed in until you quit', { exact: true })).toHaveCount(0);
});

test('a forged sender and wrong arguments are refused', async ({ browser, stack }) => {
  const { page, shell } = await start(browser, stack);
  await chooseServer(page, stack.url);
  const { ipcMain } = shell.electron;
  for (const frame of [
    { url: 'https://evil.example/', origin: 'https://evil.example', parent: null },
    {
      url: 'app://lyceum/',
      origin: 'app://lyceum',
      parent: { url: 'app://lyceum/', origin: 'app://lyceum', parent: null },
    },
    null,
  ]) {
    expect(await ipcMain.invoke({ frame, webContents: null }, 'lyceum:call:getAppInfo', [])).toMatchObject({
      ok: false,
      code: 'FORBIDDEN',
    });
  }
  await expect(
    ipcMain.invoke({ frame: null, webContents: null }, 'lyceum:call:readFile', ['/etc/passwd']),
  ).rejects.toThrow('No handler registered');
  expect(await page.evaluate(() => window.lyceum?.joinRoom('../x').catch((error: Error) => error.message))).toContain(
    'INVALID',
  );
  expect(
    await page.evaluate(() =>
      Object.keys(globalThis).filter((name) => ['require', 'process', 'module', 'ipcRenderer'].includes(name)),
    ),
  ).toEqual([]);
});

test('the window is hardened, does not leave the app, and requests no permission', async ({ browser, stack }) => {
  const { page, shell } = await start(browser, stack);
  await chooseServer(page, stack.url);
  const [window] = shell.electron.BrowserWindow.getAllWindows();
  expect(window?.options.webPreferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    devTools: false,
  });
  expect(shell.electron.session.fromPartition('account').isPersistent).toBe(false);
  for (const session of shell.electron.session.all().values())
    expect(session.spellChecker).toEqual({ isEnabled: false, dictionaryUrl: 'https://dictionaries.invalid/' });

  const { dialog, shell: outside } = shell.electron;
  const openAway = (url: string) => page.evaluate((away) => void globalThis.open(away), url);
  await page.evaluate(() => void (location.href = 'https://example.org/declined'));
  await expect.poll(() => dialog.asked.map(({ message }) => message)).toEqual([LEAVING]);
  dialog.response = 1;
  // An address opens only after a pause, so each is tried until it does.
  const tryUntilOpened = (url: string, go: () => Promise<void>) =>
    expect.poll(async () => (await go(), outside.opened)).toContain(url);
  await tryUntilOpened('https://example.org/away', () => openAway('https://example.org/away'));
  await tryUntilOpened(`${stack.url}/help`, () => openAway(`${stack.url}/help`));
  expect(outside.opened).not.toContain('https://example.org/declined');
  expect(dialog.asked.every(({ message, defaultId }) => message === LEAVING && defaultId === 0)).toBe(true);
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();

  const judge = (permission: string, isMainFrame = true) =>
    shell.electron.session
      .fromPartition('account')
      .judge({ permission, requestingUrl: 'app://lyceum/home', isMainFrame });
  for (const permission of [
    'media',
    'geolocation',
    'notifications',
    'midi',
    'display-capture',
    'clipboard-read',
    'something-new',
  ]) {
    expect(judge(permission)).toEqual({ request: false, check: false, device: false });
  }
  expect(judge('clipboard-sanitized-write')).toEqual({ request: true, check: true, device: false });
  const policy = await page.evaluate(async () => (await fetch('/')).headers.get('content-security-policy'));
  expect(policy).toContain("script-src 'self';");
});

test('one instance: a second start focuses the first window', async ({ browser, stack }) => {
  const { shell } = await start(browser, stack);
  const [window] = shell.electron.BrowserWindow.getAllWindows();
  window?.minimize();
  const second = await launchShell({ browser, platform: 'linux', userData: profile, keychain });
  await second.electron.app.ended;
  expect(second.electron.BrowserWindow.getAllWindows()).toEqual([]);
  expect([window?.isMinimized(), window?.isFocused()]).toEqual([false, true]);
});

test('a crashed page is reloaded, and one that crashes repeatedly is replaced', async ({ browser, stack }) => {
  const { page, shell } = await start(browser, stack);
  await chooseServer(page, stack.url);
  const [window] = shell.electron.BrowserWindow.getAllWindows();
  await window?.webContents.crash();
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
  for (let crash = 0; crash < 2; crash += 1) {
    await window?.webContents.crash();
    await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
  }
  await window?.webContents.crash();
  await expect(page.getByRole('heading', { name: 'Lyceum stopped working' })).toBeVisible();
  await page.getByRole('link', { name: 'Open Lyceum again' }).click();
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
});

test('an unavailable server pauses the live link, and missed entries are loaded when it is back', async ({
  browser,
  ownStack: stack,
}) => {
  const person = await createPerson(browser, stack, { role: 'teacher', fullName: 'Paula Pause', path: null });
  const other = await createPerson(browser, stack, { role: 'teacher', fullName: 'Otto Other', path: null });
  const { page } = await start(browser, stack);
  await chooseServer(page, stack.url);
  await signIn(page, person.username);
  await stack.kill9();
  await expect(page.getByText('Live updates paused')).toBeVisible();
  await stack.restart();
  await createPost(stack, other, 'Written while the link was down.');
  await reconnect(page);
  await expect(
    article(page, 'Written while the link was down.')
      .or(page.getByRole('button', { name: /new post/ }))
      .first(),
  ).toBeVisible();
});

test('a client that is too old shows how to update instead of the app', async ({ browser, stack }) => {
  const { page, shell } = await start(browser, stack);
  await chooseServer(page, stack.url);
  await shell.quit();
  const old = await start(browser, stack, { version: '0.0.9' });
  await expect(old.page.getByRole('heading', { level: 1, name: 'Update Lyceum' })).toBeVisible();
  expect(await old.page.evaluate(async () => (await fetch('/api/user')).status)).toBe(426);
  await old.page.getByRole('link', { name: 'Open in your browser' }).click();
  await expect.poll(() => old.shell.electron.shell.opened).toEqual([`${stack.url}/`]);
  await old.page.getByRole('button', { name: 'Change server' }).click();
  await old.page.getByRole('button', { name: 'Connect' }).click();
  await expect(old.page.getByText('too old for the server').first()).toBeVisible();
});

test('a bad address or certificate is explained, and a damaged settings file is set aside', async ({
  browser,
  stack,
}) => {
  test.skip(isOpensslMissing(), 'openssl is not installed');
  const untrusted = await startRecordingServer(createCertificate(profile, { name: 'IP:127.0.0.1' }));
  const { page, shell } = await start(browser, stack, { env: {} });
  const address = page.getByLabel('Server address');
  for (const [typed, text] of [
    ['nonsense at all', 'This is not a valid address.'],
    ['http://lyceum.example.org', 'Only https:// addresses are allowed'],
    ['http://127.0.0.1:9', 'No server responded at this address.'],
    [untrusted.url, 'This computer does not trust the server’s certificate.'],
  ] as const) {
    await address.fill(typed);
    await page.getByRole('button', { name: 'Connect' }).click();
    await expect(page.getByText(text).first()).toBeVisible();
  }
  await address.fill(stack.url);
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByText(`Server: ${new URL(stack.url).host}`)).toBeVisible();
  await shell.quit();
  // The certificate of the chosen server is no longer trusted.
  writeFileSync(join(profile, 'settings.json'), JSON.stringify({ serverUrl: untrusted.url }));
  const refused = await start(browser, stack, { env: {} });
  await expect(refused.page.getByRole('heading', { name: 'Your server can’t be reached' })).toBeVisible();
  await expect(refused.page.getByText('The connection was refused and nothing was sent')).toBeVisible();
  await refused.shell.quit();
  expect(untrusted.requests).toEqual([]);
  await untrusted.close();
  writeFileSync(join(profile, 'settings.json'), '{"serverUrl": "htt');
  const again = await start(browser, stack, { env: {} });
  await expect(again.page.getByRole('heading', { name: 'Choose your server' })).toBeVisible();
  expect(readdirSync(profile).some((name) => name.startsWith('settings.damaged-'))).toBe(true);
});
