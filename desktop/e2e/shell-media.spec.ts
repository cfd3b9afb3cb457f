import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { CaptureKind } from '../../shared/bridge/media.ts';
import { createTestKeychain } from '../testing/keychain.ts';
import { launchShell, type LaunchOptions, type Shell } from '../testing/launch.ts';
import { findFaults } from './axe.ts';
import { openLive } from './call-steps.ts';
import { expect, test } from './fixtures.ts';
import { connect, createPerson } from './people.ts';
import { chooseServer, signIn } from './shell-steps.ts';
import type { Stack } from './stack.ts';

let profile: string;
let running: Shell | undefined;

test.beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'lyceum-media-'));
});
test.afterEach(async () => {
  await running?.kill();
  rmSync(profile, { recursive: true, force: true });
});

async function start(
  browser: Browser,
  { url }: Pick<Stack, 'url'>,
  platform: LaunchOptions['platform'],
): Promise<{ shell: Shell; page: Page }> {
  const { keychain } = createTestKeychain();
  const env = { LYCEUM_SERVER_URL: url };
  running = await launchShell({ browser, platform, userData: profile, keychain, env });
  const page = await running.page();
  await chooseServer(page, url);
  return { shell: running, page };
}

/** Waits for the prompt, a window of its own. */
async function promptOf({ electron }: Shell): Promise<Page> {
  const windows = () => electron.BrowserWindow.getAllWindows();
  await expect.poll(() => windows().length).toBe(2);
  const page = await windows()[1]?.webContents.whenOpen();
  if (!page) throw new Error('There is no prompt.');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  return page;
}
/** Closes the prompt by its key; the window may be gone before the key is released. */
const closeByEscape = (prompt: Page) => prompt.keyboard.press('Escape').catch(() => undefined);
const promptCount = ({ electron }: Shell): number => electron.BrowserWindow.getAllWindows().length - 1;
const toastOf = (page: Page, text: string) => page.locator('li').filter({ hasText: text });
const callWith = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Waits until images of the peer arrive. */
async function see(page: Page, label: string): Promise<void> {
  const width = () => page.getByLabel(label).evaluate((video: HTMLVideoElement) => video.videoWidth);
  await expect.poll(width).toBeGreaterThan(0);
}

const requestCapture = (page: Page, kinds: CaptureKind[]) =>
  page.evaluate((wanted) => window.lyceum?.requestCapture({ kinds: wanted, callId: null }), kinds);
const openCamera = (page: Page) =>
  page.evaluate(() =>
    navigator.mediaDevices.getUserMedia({ video: true }).then(
      (stream) => stream.getVideoTracks().map((track) => (track.stop(), track.kind)),
      (error: Error) => error.name,
    ),
  );
/** Answers the prompt from a page that has given itself the prompt's address. */
const answerAsPrompt = (page: Page) =>
  page.evaluate(async () => {
    const { href } = location;
    history.replaceState(history.state, '', '/panel/media-prompt');
    const answer = window.lyceum?.answerCapture({ type: 'devices', choice: 'always' });
    const message = await answer?.catch((error: Error) => error.message);
    history.replaceState(history.state, '', href);
    return message;
  });

test('a call between the desktop client and a browser: the prompt, the screen, never, and its removal', async ({
  browser,
  stack,
}) => {
  const ana = await createPerson(browser, stack, { role: 'student', fullName: 'Ana Shell', path: null });
  const ben = await createPerson(browser, stack, { role: 'teacher', fullName: 'Ben Browser', path: null });
  await connect(stack, ana, ben);
  await ana.context.close();
  await openLive(ben.page, `${stack.url}/home`);
  const { shell, page } = await start(browser, stack, 'win32');
  await signIn(page, ana.username);
  // Without the live link it could call no one; a document that is loaded would connect again.
  const linkStatus = () => page.evaluate(async () => (await window.lyceum?.getLiveState())?.status);
  await expect.poll(linkStatus).toBe('live');
  await page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/chat?with=${ben.id}`);
  const answer = () => ben.page.getByRole('alertdialog').getByRole('button', { name: 'Answer', exact: true }).click();

  await page.getByRole('button', { name: 'Video call' }).click();
  await answer();
  const prompt = await promptOf(shell);
  await expect(prompt).toHaveTitle(/^Allow Lyceum to use your camera and microphone\?/);
  expect(await findFaults(prompt)).toEqual([]);
  expect(await answerAsPrompt(page)).toContain('FORBIDDEN');
  await prompt.getByRole('button', { name: 'Try your camera and microphone' }).click();
  await see(prompt, 'Your picture');
  await prompt.getByRole('button', { name: 'Allow for this call' }).click();
  await expect.poll(() => promptCount(shell)).toBe(0);
  await see(page, 'Picture of Ben Browser');
  await see(ben.page, 'Picture of Ana Shell');

  const own = callWith(page, 'Ben Browser');
  await own.getByRole('button', { name: 'Turn camera off' }).click();
  await expect(callWith(ben.page, 'Ana Shell').getByText('camera is off')).toBeVisible();
  await own.getByRole('button', { name: 'Turn camera on' }).click();
  await expect(callWith(ben.page, 'Ana Shell').getByText('camera is off')).toBeHidden();
  await own.getByRole('button', { name: 'Share your screen' }).click();
  const picker = await promptOf(shell);
  expect(await findFaults(picker)).toEqual([]);
  await picker.getByText('Entire Screen').click();
  await picker.getByRole('button', { name: 'Share', exact: true }).click();
  await see(ben.page, 'Screen of Ana Shell');
  await own.getByRole('button', { name: 'Hang up' }).click();
  await expect(own).toBeHidden();

  await page.getByRole('button', { name: 'Voice call' }).click();
  await answer();
  const second = await promptOf(shell);
  await second.getByRole('button', { name: 'Never allow' }).click();
  // A toast stays while the mouse is over it.
  await page.getByRole('button', { name: 'Why?' }).hover();
  await expect(toastOf(page, 'Could not access your camera or microphone')).toContainText('Media Access Error');
  await page.getByRole('button', { name: 'Why?' }).click();
  const why = page.getByRole('dialog', { name: 'Camera and microphone' });
  await expect(why).toContainText('You chose that Lyceum never uses the microphone.');
  await why.getByRole('link').click();
  const section = page.getByRole('region', { name: 'Camera and microphone' });
  await section.getByRole('button', { name: 'Ask me again about the microphone' }).click();
  await expect(section.getByText('You chose that Lyceum never uses the microphone.')).toBeHidden();
  expect(await findFaults(page)).toEqual([]);

  await page.getByRole('button', { name: 'Test microphone and camera' }).click();
  const third = await promptOf(shell);
  await closeByEscape(third);
  await expect.poll(() => promptCount(shell)).toBe(0);
  await expect(page.getByText('You haven’t allowed Lyceum to use the camera.')).toBeVisible();
});

test('on macOS the system asks first, and its "no" is final', async ({ browser, stack }) => {
  const { shell, page } = await start(browser, stack, 'darwin');
  const { shell: outside, systemPreferences: system } = shell.electron;
  expect(await openCamera(page)).toBe('NotAllowedError');
  const requested = requestCapture(page, ['camera']);
  const prompt = await promptOf(shell);
  expect(system.asked).toEqual(['camera']);
  await prompt.getByRole('button', { name: 'Allow once' }).click();
  expect([await requested, await openCamera(page), await openCamera(page)]).toEqual([{}, ['video'], 'NotAllowedError']);
  system.answer = false;
  expect(await requestCapture(page, ['microphone'])).toEqual({ microphone: 'system' });
  expect(await requestCapture(page, ['camera', 'microphone'])).toEqual({ microphone: 'system' });
  expect([system.asked, promptCount(shell)]).toEqual([['camera', 'microphone'], 0]);
  await page.evaluate(() => window.lyceum?.openCaptureSettings('microphone'));
  expect(outside.opened).toEqual(['x-apple.systempreferences:com.apple.preference.security?Privacy_Microphone']);
});

test('on Windows the system’s switch is read, and its settings can be opened', async ({ browser, stack }) => {
  const { shell, page } = await start(browser, stack, 'win32');
  const { shell: outside, systemPreferences: system } = shell.electron;
  system.status.camera = 'denied';
  expect(await requestCapture(page, ['camera'])).toEqual({ camera: 'system' });
  expect([system.asked, promptCount(shell)]).toEqual([[], 0]);
  await page.evaluate(() => window.lyceum?.openCaptureSettings('camera'));
  expect(outside.opened).toEqual(['ms-settings:privacy-webcam']);
});

test('on Linux the prompt alone decides; its window is hardened, and closes with the one that asks', async ({
  browser,
  stack,
}) => {
  const { shell, page } = await start(browser, stack, 'linux');
  const { BrowserWindow } = shell.electron;
  const names = () =>
    page.evaluate(
      async () => (await navigator.mediaDevices.enumerateDevices()).filter(({ label }) => label !== '').length,
    );
  expect(await names()).toBe(0);
  const requested = requestCapture(page, ['camera']);
  const prompt = await promptOf(shell);
  const [main, small] = BrowserWindow.getAllWindows();
  expect(small?.options).toMatchObject({
    modal: true,
    webPreferences: {
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      devTools: false,
    },
  });
  expect(small?.options.parent).toBe(main);
  expect(await prompt.evaluate(() => window.lyceum?.getAppInfo().catch((error: Error) => error.message))).toContain(
    'FORBIDDEN',
  );
  await prompt.getByRole('button', { name: 'Allow once' }).click();
  expect([await requested, await openCamera(page)]).toEqual([{}, ['video']]);
  expect(await names()).toBeGreaterThan(0);

  const closed = requestCapture(page, ['camera']);
  await promptOf(shell);
  BrowserWindow.getAllWindows()[1]?.close();
  expect(await closed).toEqual({ camera: 'dismissed' });

  // Were the prompt a window with other rights than those set, it would not open.
  const contents = Object.getPrototypeOf(main?.webContents) as { getLastWebPreferences: () => object };
  const original = contents.getLastWebPreferences;
  contents.getLastWebPreferences = function read() {
    return { ...original.call(this), sandbox: false };
  };
  const failed = requestCapture(page, ['camera']).catch((error: Error) => error.message);
  expect(await failed).toContain('FAILED');
  contents.getLastWebPreferences = original;
  expect(promptCount(shell)).toBe(0);
});
