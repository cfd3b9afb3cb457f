import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { createTestKeychain } from '../testing/keychain.ts';
import { launchShell, type LaunchOptions, type Shell } from '../testing/launch.ts';
import { findFaults } from './axe.ts';
import { openLive, recordToasts } from './call-steps.ts';
import { expect, test } from './fixtures.ts';
import { connect, createPerson, openDevice, type Person } from './people.ts';
import { allowDevices, chooseServer, signIn } from './shell-steps.ts';
import type { Stack } from './stack.ts';

let profile: string;
let running: Shell[];
test.beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'lyceum-shell-'));
  running = [];
});
test.afterEach(async () => {
  for (const shell of running) await shell.kill();
  rmSync(profile, { recursive: true, force: true });
});

const { keychain } = createTestKeychain();
const IDLE = /^(?:normal|unread)-light\.(?:png|ico)$/;

async function launch(browser: Browser, stack: Stack, options: Partial<LaunchOptions> = {}): Promise<Shell> {
  const env = { LYCEUM_SERVER_URL: stack.url };
  const shell = await launchShell({ browser, platform: 'linux', userData: profile, keychain, env, ...options });
  running.push(shell);
  return shell;
}

/** Ana in a browser with the conversation with Ben open, and Ben in the desktop client. */
async function openPair(browser: Browser, stack: Stack, options: Partial<LaunchOptions> = {}) {
  const ben = await createPerson(browser, stack, { role: 'teacher', fullName: 'Ben Adu', path: null });
  const ana = await createPerson(browser, stack, { role: 'student', fullName: 'Ana Ruiz', path: null });
  await connect(stack, ana, ben);
  await openLive(ana.page, `${stack.url}/chat?with=${ben.id}`);
  const shell = await launch(browser, stack, options);
  const page = await shell.page();
  await chooseServer(page, stack.url);
  await signIn(page, ben.username);
  // The link is live, and the notification of a sign-in on a new device has arrived.
  await expect.poll(() => trayOf(shell)?.shown).toMatch(/^unread-light/);
  return { ana, ben, shell };
}

const windowsOf = ({ electron }: Shell) => electron.BrowserWindow.getAllWindows();
const mainOf = (shell: Shell) => windowsOf(shell).find(({ options }) => options.title === 'Lyceum');
const boxOf = (shell: Shell) => windowsOf(shell).find(({ options }) => options.title === 'Incoming call');
const trayOf = ({ electron }: Shell) => electron.Tray.icons[0];
const callWith = (page: Page, name: string) => page.getByRole('dialog', { name });
const toastOf = (page: Page, text: string) => page.locator('li').filter({ hasText: text });

/** Waits until a page of the main window is there, and returns it. */
async function mainPage(shell: Shell): Promise<Page> {
  await expect.poll(() => mainOf(shell)?.isVisible()).toBe(true);
  const page = await mainOf(shell)?.webContents.whenOpen();
  if (!page) throw new Error('The main window is closed.');
  return page;
}

/** Closes the main window as a member does, and drops it as five minutes later. */
async function closeMain(shell: Shell): Promise<void> {
  mainOf(shell)?.close();
  expect(mainOf(shell)?.isVisible()).toBe(false);
  mainOf(shell)?.destroy();
  expect(windowsOf(shell)).toEqual([]);
}

async function ring(ana: Person, shell: Shell, type: 'Voice call' | 'Video call'): Promise<Page> {
  await ana.page.getByRole('button', { name: type }).click();
  await expect(callWith(ana.page, 'Ben Adu')).toContainText('Ringing...');
  await expect.poll(() => boxOf(shell)?.isVisible()).toBe(true);
  const box = await boxOf(shell)?.webContents.whenOpen();
  if (!box) throw new Error('The call box is closed.');
  await expect(box.getByRole('alertdialog')).toContainText('Ana Ruiz is calling you');
  return box;
}

/** Waits until the picture of the peer is not black. */
async function see(page: Page, name: string): Promise<void> {
  const picture = page.getByLabel(`Picture of ${name}`);
  const brightest = () =>
    picture.evaluate((video: HTMLVideoElement) => {
      const context = new OffscreenCanvas(32, 24).getContext('2d');
      context?.drawImage(video, 0, 0, 32, 24);
      return Math.max(...[...(context?.getImageData(0, 0, 32, 24).data ?? [])].filter((_, index) => index % 4 !== 3));
    });
  await expect.poll(brightest).toBeGreaterThan(32);
}

/** How many pages of the client play the ringtone. */
async function countRinging(shell: Shell): Promise<number> {
  const pages = await Promise.all(windowsOf(shell).map((window) => window.webContents.whenOpen()));
  const states = await Promise.all(
    pages.map((page) => page.evaluate(async () => (await navigator.locks.query()).held)),
  );
  return new Set(
    states.flatMap((held) => (held ?? []).filter(({ name }) => name === 'call-ringtone')).map((lock) => lock.clientId),
  ).size;
}

test('a call is answered from the tray while the window is closed, muted, kept without the window and ended there', async ({
  browser,
  stack,
}) => {
  const { ana, shell } = await openPair(browser, stack);
  const { electron } = shell;
  const tray = trayOf(shell);
  await closeMain(shell);
  expect(electron.Notification.history.map(({ options }) => options.title)).toEqual(['Lyceum is still running']);

  const box = await ring(ana, shell, 'Video call');
  expect(boxOf(shell)?.isFocused()).toBe(false);
  expect(boxOf(shell)?.requested).toMatchObject({ isAlwaysOnTop: true, isOnAllWorkspaces: true });
  expect(boxOf(shell)?.options.webPreferences).toMatchObject({ sandbox: true, contextIsolation: true });
  expect(await findFaults(box)).toEqual([]);
  await expect.poll(() => countRinging(shell)).toBe(1);
  expect([tray?.shown, tray?.tooltip]).toEqual(['ringing-light.png', 'Lyceum – Ana Ruiz is calling you']);
  expect(tray?.labels.slice(0, 3)).toEqual(['Answer Ana Ruiz with video', 'Answer Ana Ruiz with voice', 'Decline']);
  expect(await box.evaluate(() => window.lyceum?.getAppInfo().catch((error: Error) => error.message))).toContain(
    'FORBIDDEN',
  );

  tray?.choose('Answer Ana Ruiz with video');
  await expect.poll(() => boxOf(shell)).toBeUndefined();
  const page = await mainPage(shell);
  await allowDevices(shell);
  for (const [each, name] of [
    [ana.page, 'Ben Adu'],
    [page, 'Ana Ruiz'],
  ] as const)
    await expect(callWith(each, name).getByText('Call in progress')).toBeAttached();
  await see(ana.page, 'Ben Adu');
  await see(page, 'Ana Ruiz');
  expect(electron.Notification.shown.map(({ options }) => options.title)).toEqual(['Lyceum is still running']);
  await expect.poll(() => tray?.shown).toBe('in-call-light.png');
  expect(electron.powerSaveBlocker.kinds).toEqual(['prevent-display-sleep']);

  // A page that is loaded again comes back into its call.
  mainOf(shell)?.webContents.reload();
  await expect(callWith(ana.page, 'Ben Adu').getByText('Reconnecting...')).toBeAttached();
  await see(ana.page, 'Ben Adu');
  await see(page, 'Ana Ruiz');
  expect(tray?.shown).toBe('in-call-light.png');

  tray?.choose('Mute');
  await expect(callWith(ana.page, 'Ben Adu').getByText('is muted')).toBeVisible();
  await expect.poll(() => tray?.shown).toBe('in-call-muted-light.png');
  // "Keep the call".
  electron.dialog.response = 0;
  mainOf(shell)?.close();
  await expect.poll(() => mainOf(shell)?.isVisible()).toBe(false);
  expect(electron.dialog.asked.map(({ message }) => message)).toEqual(['You are in a call.']);
  electron.powerMonitor.emit('resume');
  await see(ana.page, 'Ben Adu');
  tray?.choose('Hang up (Ana Ruiz)');
  await expect(toastOf(ana.page, 'Ben Adu has ended the call')).toBeVisible();
  await expect.poll(() => electron.powerSaveBlocker.kinds).toEqual([]);
  await expect.poll(() => tray?.shown).toMatch(IDLE);

  mainOf(shell)?.destroy();
  const startedAt = performance.now();
  tray?.click();
  const rebuilt = await mainOf(shell)?.webContents.whenOpen();
  await rebuilt?.getByRole('navigation').first().waitFor();
  const rebuiltMs = performance.now() - startedAt;
  expect(mainOf(shell)?.isFocused()).toBe(true);
  await rebuilt?.waitForURL('**/home');
  console.log(`The dropped window was rebuilt in ${rebuiltMs.toFixed(0)} ms.`);
});

test('a call is declined in the notification, missed and returned from the tray, and answered elsewhere', async ({
  browser,
  stack,
}) => {
  const { ana, ben, shell } = await openPair(browser, stack, { platform: 'win32' });
  const { Notification, app } = shell.electron;
  const tray = trayOf(shell);
  expect(app.requested.toastActivatorClsid).toMatch(/^\{.{36}\}$/);
  await closeMain(shell);

  await ring(ana, shell, 'Voice call');
  const toast = Notification.shown.find(({ options }) => options.toastXml?.includes('Incoming Voice Call'));
  const [, decline = ''] = [...(toast?.options.toastXml ?? '').matchAll(/arguments="([^"]+)"/g)].map(
    ([, text]) => text,
  );
  Notification.activate({ type: 'action', actionIndex: 1, arguments: decline.replaceAll('&amp;', '&') });
  await expect(toastOf(ana.page, 'Ben Adu declined your call')).toContainText('Call Rejected');
  expect(boxOf(shell)).toBeUndefined();
  expect(Notification.shown.filter(({ options }) => options.toastXml !== undefined)).toEqual([]);
  // The history is written without a wait.
  await expect
    .poll(() => stack.sql('select end_reason from calls where callee_id = $1', [ben.id]))
    .toEqual([{ end_reason: 'declined' }]);

  await ring(ana, shell, 'Voice call');
  await callWith(ana.page, 'Ben Adu').getByRole('button', { name: 'Cancel call' }).click();
  await expect.poll(() => boxOf(shell)).toBeUndefined();
  await expect
    .poll(() => [tray?.shown, tray?.tooltip])
    .toEqual(['missed-call-light.ico', 'Lyceum – Missed call from Ana Ruiz']);
  tray?.choose('Missed call: Ana Ruiz', 'Call back');
  const card = ana.page.getByRole('alertdialog', { name: /^Incoming/ });
  await expect(card).toContainText('Ben Adu is calling you');
  const toasts = await recordToasts(await mainPage(shell));
  await card.getByRole('button', { name: 'Decline' }).click();
  await expect.poll(toasts).toContain('Call Rejected / Ana Ruiz declined your call');

  const phone = await openDevice(browser, stack, ben);
  await openLive(phone, `${stack.url}/help`);
  await closeMain(shell);
  await ring(ana, shell, 'Voice call');
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Answer' }).click();
  await expect(callWith(phone, 'Ana Ruiz').getByText('Call in progress')).toBeAttached();
  await expect.poll(() => boxOf(shell)).toBeUndefined();
  await expect.poll(() => tray?.shown).toMatch(IDLE);
  expect(tray?.labels).not.toContain('Missed call: Ana Ruiz');
  await callWith(ana.page, 'Ben Adu').getByRole('button', { name: 'Hang up' }).click();
  await phone.context().close();

  await shell.quit();
  running = [];
  await ana.page.getByRole('button', { name: 'Voice call' }).click();
  const live = () =>
    stack.sql<{ id: string }>('select id from calls where callee_id = $1 and ended_at is null', [ben.id]);
  await expect.poll(async () => (await live()).length).toBe(1);
  const id = (await live())[0]?.id ?? '';
  const activation = { type: 'action', actionIndex: 0, arguments: `type=action&action=0&tag=call-${id}` };
  const cold = await launch(browser, stack, { platform: 'win32', activation });
  await allowDevices(cold);
  await expect(callWith(await mainPage(cold), 'Ana Ruiz').getByText('Call in progress')).toBeAttached();
  await expect(callWith(ana.page, 'Ben Adu').getByText('Call in progress')).toBeAttached();
});
