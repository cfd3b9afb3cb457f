import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { NotificationCenter } from '../testing/electron/runtime.ts';
import { createTestKeychain } from '../testing/keychain.ts';
import { launchShell, type LaunchOptions, type Shell } from '../testing/launch.ts';
import { expect, test } from './fixtures.ts';
import { connect, createPerson, send, type Person } from './people.ts';
import { chooseServer, signIn } from './shell-steps.ts';
import type { Stack } from './stack.ts';

let profile: string;
const running: Shell[] = [];
const { keychain } = createTestKeychain();

test.beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'lyceum-everyday-'));
});
test.afterEach(async () => {
  for (const shell of running.splice(0)) await shell.kill();
  rmSync(profile, { recursive: true, force: true });
});

async function start(
  browser: Browser,
  { url }: Pick<Stack, 'url'>,
  options: Partial<LaunchOptions> = {},
): Promise<{ shell: Shell; page: Page }> {
  const env = { LYCEUM_SERVER_URL: url, LYCEUM_DICTIONARY_URL: 'https://school.example/words' };
  const shell = await launchShell({ browser, platform: 'linux', userData: profile, keychain, env, ...options });
  running.push(shell);
  return { shell, page: await shell.page() };
}

const windowOf = ({ electron }: Shell) => {
  const [window] = electron.BrowserWindow.getAllWindows();
  if (!window) throw new Error('The shell has no window.');
  return window;
};
const shownBy = ({ electron }: Shell) => electron.Notification.shown.map(({ title, body }) => `${title}: ${body}`);
const menuOf = ({ electron }: Shell) => {
  const menu = electron.Menu.getApplicationMenu();
  if (!menu) throw new Error('The shell has no menu.');
  return menu;
};
const write = (stack: Stack, [from, to]: [Person, Person], content: string) =>
  send(stack, from, { path: '/api/messages', data: { receiverId: to.id, clientId: randomUUID(), content } });
const readLog = () => readFileSync(join(profile, 'logs', 'main.log'), 'utf8');

/** Content of the files with unsent texts. */
const readUnsent = () => {
  const folder = join(profile, 'unsent');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.texts')) : [];
  return names.map((name) => readFileSync(join(folder, name), 'latin1'));
};

test('messages reach a member who is away, who replies from the notification, also without a window or a server', async ({
  browser,
  ownStack: stack,
}) => {
  const ana = await createPerson(browser, stack, { role: 'teacher', fullName: 'Ana Away', path: null });
  const ben = await createPerson(browser, stack, { role: 'student', fullName: 'Ben Busy', path: null });
  await connect(stack, ana, ben);
  const center: NotificationCenter = [];
  const launch = { platform: 'darwin', notificationCenter: center } as const;
  const { shell, page } = await start(browser, stack, launch);
  await chooseServer(page, stack.url);
  await signIn(page, ana.username);
  await page.goto(page.url().replace('/home', `/chat?with=${ben.id}`));
  await expect(page.getByRole('log')).toBeVisible();
  await page.goto(page.url().replace(/\/chat.*$/, '/home'));
  const { app } = shell.electron;
  const badge = () => app.requested.badgeCount;
  // The notification of a sign-in on a new device.
  await expect.poll(badge).toBe(1);
  const before = badge();

  await write(stack, [ben, ana], 'Seen in the app.');
  await expect.poll(badge).toBe(before + 1);
  expect(shownBy(shell), 'the page of a focused window shows a toast').toEqual([]);

  windowOf(shell).blur();
  await write(stack, [ben, ana], 'Are you there?');
  await expect.poll(() => shownBy(shell)).toEqual(['Ben Busy: Are you there?']);
  await write(stack, [ben, ana], 'Tomorrow at ten?');
  await expect.poll(() => shownBy(shell)).toEqual(['Ben Busy (2 new messages): Tomorrow at ten?']);
  await expect.poll(badge, 'one conversation counts once').toBe(before + 1);
  shell.electron.Notification.shown[0]?.reply('Yes, at ten.');
  await expect
    .poll(() => stack.sql(`select content from messages where sender_id = $1`, [ana.id]))
    .toEqual([{ content: 'Yes, at ten.' }]);
  await expect.poll(badge, 'a reply reads the conversation').toBe(before);
  await expect.poll(() => shownBy(shell)).toEqual([]);

  windowOf(shell).destroy();
  await write(stack, [ben, ana], 'Bring the book.');
  await expect.poll(() => shownBy(shell)).toEqual(['Ben Busy: Bring the book.']);
  await expect.poll(badge).toBe(before + 1);
  shell.electron.Notification.shown[0]?.click();
  const opened = await windowOf(shell).webContents.whenOpen();
  await expect(opened.getByRole('log').getByText('Bring the book.')).toBeVisible();
  await expect.poll(() => shownBy(shell)).toEqual([]);

  windowOf(shell).blur();
  await stack.sql(`update conversation_state set muted = true where user_id = $1`, [ana.id]);
  await write(stack, [ben, ana], 'Not shown.');
  shell.electron.powerMonitor.emit('lock-screen');
  await expect
    .poll(() => stack.sql(`select state from presences where user_id = $1`, [ana.id]))
    .toEqual([{ state: 'away' }]);
  shell.electron.powerMonitor.emit('unlock-screen');
  await expect
    .poll(() => stack.sql(`select state from presences where user_id = $1`, [ana.id]))
    .toEqual([{ state: 'idle' }]);
  expect(shownBy(shell), 'a muted conversation').toEqual([]);
  await stack.sql(`update conversation_state set muted = false where user_id = $1`, [ana.id]);

  // Its page would read the open conversation.
  windowOf(shell).destroy();
  await write(stack, [ben, ana], 'Will you come?');
  await expect.poll(() => shownBy(shell)).toEqual(['Ben Busy: Will you come?']);
  await stack.kill9();
  shell.electron.Notification.shown[0]?.reply('Yes, gladly.');
  await expect.poll(readUnsent).toHaveLength(1);
  expect(readUnsent()[0]).not.toContain('gladly');
  new shell.electron.Notification({ title: 'Ben Busy', body: 'Left behind.' }).show();
  await shell.kill();
  expect(center).toHaveLength(1);
  await stack.restart();
  const again = await start(browser, stack, launch);
  expect(center).toEqual([]);
  const replies = () => stack.sql(`select content from messages where content = 'Yes, gladly.'`);
  await expect.poll(replies).toHaveLength(1);
  await again.page.waitForURL('**/home');
  await again.page.goto(again.page.url().replace('/home', `/chat?with=${ben.id}`));
  await expect(again.page.getByRole('log').getByText('Yes, gladly.')).toBeVisible();
  await expect(again.page.getByText('Sending')).toHaveCount(0);
  expect(await replies()).toHaveLength(1);
});

test('downloads are saved under safe names with progress, and programs open only after a question', async ({
  browser,
  stack,
}) => {
  const { shell, page } = await start(browser, stack);
  await chooseServer(page, stack.url);
  const download = (name: string) =>
    page.evaluate((given) => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob(['content']));
      link.download = given;
      link.click();
    }, name);
  const panel = page.getByRole('region', { name: 'Downloads' });
  const row = (name: string) => panel.getByRole('listitem').filter({ hasText: name });
  const { shell: outside, dialog, session } = shell.electron;

  await download('notes.pdf');
  await row('notes.pdf').getByRole('button', { name: 'Open', exact: true }).click();
  const saved = join(profile, 'downloads', 'notes.pdf');
  await expect.poll(() => outside.files.open).toEqual([saved]);
  expect(readFileSync(saved, 'utf8')).toBe('content');
  await download('notes.pdf');
  await row('notes (2).pdf').getByRole('button', { name: 'Show in folder' }).click();
  await expect.poll(() => outside.files.show).toEqual([join(profile, 'downloads', 'notes (2).pdf')]);

  await download('setup.sh');
  await row('setup.sh').getByRole('button', { name: 'Open', exact: true }).click();
  await expect.poll(() => dialog.asked.map(({ message }) => message)).toEqual(['Open “setup.sh”?']);
  expect(outside.files.open).toEqual([saved]);
  dialog.response = 1;
  await row('setup.sh').getByRole('button', { name: 'Open', exact: true }).click();
  await expect.poll(() => outside.files.open).toEqual([saved, join(profile, 'downloads', 'setup.sh')]);

  const item = session.fromPartition('account').offerDownload('../../lecture\u202E4pm.exe');
  item?.progress(250, 1_000);
  await expect(page.getByRole('progressbar', { name: 'Download of lecture4pm.exe' })).toHaveJSProperty('value', 25);
  await expect.poll(() => windowOf(shell).taskbar.progress).toBe(0.25);
  expect(item?.getSavePath()).toBe(join(profile, 'downloads', 'lecture4pm.exe'));
  await page.getByRole('button', { name: 'Cancel the download of lecture4pm.exe' }).click();
  await expect(row('lecture4pm.exe')).toHaveCount(0);
  await expect.poll(() => windowOf(shell).taskbar.progress).toBe(-1);
});

test('context menus, menu, settings and start at login', async ({ browser, stack }) => {
  const person = await createPerson(browser, stack, { role: 'student', fullName: 'Sam Settings', path: null });
  const { shell, page } = await start(browser, stack);
  await chooseServer(page, stack.url);
  await signIn(page, person.username);
  const { clipboard, Menu, session } = shell.electron;
  const contents = windowOf(shell).webContents;
  const target = { linkURL: 'app://lyceum/help', srcURL: '', mediaType: 'none', editFlags: {}, misspelledWord: 'teh' };
  contents.emit('context-menu', {}, { ...target, isEditable: true, dictionarySuggestions: ['the'], selectionText: '' });
  Menu.opened?.choose('the');
  expect(contents.requested.replaced).toEqual(['the']);
  Menu.opened?.choose('Copy link');
  await expect.poll(() => clipboard.readText()).toBe(`${stack.url}/help`);

  shell.electron.dialog.response = 1;
  const reloaded = page.waitForEvent('load');
  windowOf(shell).emit('unresponsive');
  await expect
    .poll(() => shell.electron.dialog.asked.map(({ message }) => message))
    .toEqual(['Lyceum is not responding.']);
  await reloaded;
  await expect(page.getByLabel('What would you like to share?')).toBeVisible();
  menuOf(shell).choose('Go', 'Chat');
  await page.waitForURL('**/chat');
  menuOf(shell).choose('File', 'Settings…');
  await page.waitForURL('**/settings');
  const section = page.getByRole('region', { name: 'Desktop app' });
  menuOf(shell).choose('View', 'Zoom In');
  await expect(section.getByLabel('Zoom')).toHaveValue('1.1');
  await section.getByLabel('Zoom').selectOption('125%');
  await expect.poll(() => contents.requested.zoomFactor).toBe(1.25);
  await section.getByLabel('Start when you log in to this computer').click();
  const entry = join(profile, 'app-data', 'autostart', 'lyceum.desktop');
  await expect.poll(() => existsSync(entry) && readFileSync(entry, 'utf8')).toContain(' --hidden\n');
  await expect.poll(() => session.fromPartition('account').spellChecker.languages).toEqual(['en-GB']);
  await section.getByLabel('French').click();
  await expect.poll(() => session.fromPartition('account').spellChecker.languages).toEqual(['en-GB', 'fr']);
  await section.getByLabel('Check spelling').click();
  await expect.poll(() => session.fromPartition('account').spellChecker.isEnabled).toBe(false);
  shell.electron.dialog.folder = profile;
  await section.getByRole('button', { name: 'Choose folder' }).click();
  await expect(section.getByText(profile)).toBeVisible();
  await shell.quit();

  const hidden = await start(browser, stack, { argv: ['--hidden'] });
  await hidden.page.waitForURL('**/home');
  expect(windowOf(hidden.shell).isVisible()).toBe(false);
  expect(hidden.shell.electron.session.fromPartition('account').spellChecker.isEnabled).toBe(false);
  const second = await launchShell({ browser, platform: 'linux', userData: profile, keychain });
  await second.electron.app.ended;
  expect(windowOf(hidden.shell).isVisible()).toBe(true);
  await hidden.shell.quit();

  const safe = await start(browser, stack, { argv: ['--safe-mode'] });
  await expect(safe.page.getByText('Safe mode', { exact: true })).toBeVisible();
  expect(safe.shell.electron.app.requested.hasHardwareAcceleration).toBe(false);
  expect(windowOf(safe.shell).webContents.requested.zoomFactor).toBe(1);
  await safe.shell.quit();
  expect(JSON.parse(readFileSync(join(profile, 'settings.json'), 'utf8'))).toMatchObject({ zoomFactor: 1.25 });
});

test('errors are logged without secrets and shown once, and the diagnostics contain none', async ({
  browser,
  stack,
}) => {
  const person = await createPerson(browser, stack, { role: 'teacher', fullName: 'Dia Gnosis', path: null });
  const { shell, page } = await start(browser, stack, { platform: 'win32' });
  await chooseServer(page, stack.url);
  await signIn(page, person.username);
  // The notification of a sign-in on a new device.
  await expect.poll(() => windowOf(shell).taskbar.overlay).toBe('1 unread');
  const word = {
    linkURL: '',
    srcURL: '',
    mediaType: 'none',
    editFlags: {},
    misspelledWord: 'Lyzeum',
    isEditable: true,
  };
  windowOf(shell).webContents.emit('context-menu', {}, { ...word, dictionarySuggestions: [], selectionText: '' });
  shell.electron.Menu.opened?.choose('Add to dictionary');
  expect(shell.electron.session.defaultSession.spellChecker.words).toEqual(['Lyzeum']);
  const [cookie] = await shell.electron.session.fromPartition('account').cookies.get({});
  const secret = cookie?.value ?? '';
  expect(secret.length).toBeGreaterThan(20);
  shell.process.emit('uncaughtException', new Error(`A problem with ${secret} of ${person.email}`));
  shell.process.emit('unhandledRejection', new Error('Another problem.'));
  await expect.poll(() => shell.electron.dialog.asked.map(({ message }) => message)).toHaveLength(1);
  expect(readLog()).toContain('Another problem.');
  for (const hidden of [secret, decodeURIComponent(secret), person.email]) expect(readLog()).not.toContain(hidden);

  menuOf(shell).choose('Help', 'Diagnostics…');
  const dialog = page.getByRole('dialog', { name: 'Diagnostics' });
  await expect(dialog.getByText(stack.url)).toBeVisible();
  await expect(dialog.getByText('Another problem.')).toBeVisible();
  await expect(dialog.getByText('The server has none')).toBeVisible();
  const file = join(profile, 'report');
  shell.electron.dialog.savePath = file;
  for (const name of ['Save as JSON', 'Save as text']) {
    rmSync(file, { force: true });
    await dialog.getByRole('button', { name }).click();
    const read = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
    await expect.poll(read).toContain('45.4.1');
    const report = read();
    for (const hidden of [secret, decodeURIComponent(secret), person.email, person.id])
      expect(report).not.toContain(hidden);
  }

  const { app } = shell.electron;
  const crash = { type: 'GPU', reason: 'crashed', exitCode: 5 };
  app.emit('child-process-gone', {}, crash);
  expect(app.requested.relaunchArgs).toBeUndefined();
  app.emit('child-process-gone', {}, crash);
  expect(app.requested.relaunchArgs).toEqual(['--software-rendering']);
  await app.ended;
  const again = await start(browser, stack, { platform: 'win32', argv: ['--software-rendering'] });
  expect(again.shell.electron.app.requested.hasHardwareAcceleration).toBe(false);
  await expect(again.page.getByText('Lyceum was restarted', { exact: true })).toBeVisible();
});
