import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callChannel } from '#shared/bridge/contract.ts';
import { createProfile, createScriptedLink, startMain } from '../testing/composition.ts';
import { createTestKeychain } from '../testing/keychain.ts';
import { IN_CALL_TOAST } from './core/toasts.ts';

const SERVER = 'http://127.0.0.1:9';
const CALL = {
  callId: '00000000-0000-4000-8000-0000000000c1',
  peer: { id: '00000000-0000-4000-8000-00000000000b', name: 'Ben Okri', photo: null },
  callType: 'voice',
  phase: 'active',
  isAnswering: false,
  isMuted: false,
  isSharing: false,
} as const;

let profile: ReturnType<typeof createProfile>;

beforeEach(() => {
  profile = createProfile({ serverUrl: SERVER, closeBehaviour: 'quit' });
});
afterEach(() => profile.remove());

it('asks before it closes the window in a call, also when the settings cannot be written', async () => {
  const { electron, call, opened, warnings } = await startMain(profile.folder);
  await opened();
  const { app, BrowserWindow, dialog } = electron;
  const [window] = BrowserWindow.getAllWindows();
  await call('connectLive', '00000000-0000-4000-8000-00000000000a');
  await call('reportCall', { isLive: true, call: CALL });
  // As when the disk is full.
  rmSync(join(profile.folder, 'settings.json'));
  mkdirSync(join(profile.folder, 'settings.json'));
  // The third button: the member cancels.
  dialog.response = 2;
  window?.close();
  expect(dialog.asked.map(({ message }) => message)).toEqual(['You are in a call.']);
  expect(window?.isDestroyed()).toBe(false);
  expect(warnings).toContainEqual(expect.stringContaining('The settings could not be stored'));
  app.exit();
});

it('shows a toast of the menu in the window that it opens, after the former window was dropped', async () => {
  const { keychain, entries } = createTestKeychain();
  for (const [id, fullName] of [
    ['a', 'Ana Ruiz'],
    ['b', 'Ben Okri'],
  ] as const) {
    const user = { id: `00000000-0000-4000-8000-00000000000${id}`, fullName, profileImage: null };
    const secret = { name: 'sid', value: id, user, textsKey: 'k'.repeat(43) };
    entries.set(`Lyceum ${SERVER}#${id.repeat(16)}`, JSON.stringify(secret));
  }
  const link = createScriptedLink();
  const { electron, call, opened } = await startMain(profile.folder, {
    platform: 'darwin',
    keychain,
    prepare: link.install,
  });
  await opened();
  const { app, BrowserWindow, ipcMain, Menu } = electron;
  await call('connectLive', '00000000-0000-4000-8000-00000000000a');
  expect(await call('takeToasts')).toEqual([]);
  await expect.poll(() => link.cookies()).toEqual(['sid=a']);
  BrowserWindow.getAllWindows()[0]?.destroy();
  const { callId, peer, callType } = CALL;
  const caller = { callerId: peer.id, callerName: peer.name, callerPhoto: null };
  link.push('incoming-call', { callId, ...caller, callType, ringMs: 30_000 });
  await expect.poll(() => BrowserWindow.getAllWindows()).toHaveLength(1);
  Menu.getApplicationMenu()?.choose('Lyceum', 'Ben Okri');
  const window = BrowserWindow.getAllWindows().find(({ options }) => options.title === 'Lyceum');
  const frame = { url: 'app://lyceum/home', origin: 'app://lyceum', parent: null };
  const sender = { frame, webContents: window?.webContents ?? null };
  expect(await ipcMain.invoke(sender, callChannel('takeToasts'), [])).toEqual({ ok: true, value: [IN_CALL_TOAST] });
  app.exit();
});

describe('the question about a page that does not respond', () => {
  /** Opens the question. The member answers when `choose` is called. */
  async function ask() {
    const { electron, opened } = await startMain(profile.folder);
    await opened();
    const { app, BrowserWindow, dialog } = electron;
    const [window] = BrowserWindow.getAllWindows();
    if (!window) throw new Error('There is no window.');
    const questions: { signal: AbortSignal | undefined; choose: (button: number) => void }[] = [];
    dialog.showMessageBox = (_window, options) =>
      new Promise((resolve) => {
        const choose = (response: number): void => resolve({ response, checkboxChecked: false });
        questions.push({ signal: options?.signal, choose });
        options?.signal?.addEventListener('abort', () => choose(options.cancelId ?? 0));
      });
    const reload = vi.spyOn(window.webContents, 'forcefullyCrashRenderer').mockReturnValue();
    window.emit('unresponsive');
    return { app, window, questions, reload };
  }

  it('reloads the page when the member chooses that', async () => {
    const { app, window, questions, reload } = await ask();
    window.emit('unresponsive');
    expect(questions).toHaveLength(1);
    questions[0]?.choose(1);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    app.exit();
  });

  it.each(['responsive', 'render-process-gone'])('closes by itself on the event %s', async (name) => {
    const { app, window, questions, reload } = await ask();
    if (name === 'responsive') window.emit(name);
    else window.webContents.emit(name, {}, { reason: 'crashed' });
    expect(questions[0]?.signal?.aborted).toBe(true);
    // The page stops again.
    window.emit('unresponsive');
    expect(questions).toHaveLength(2);
    await new Promise(setImmediate);
    expect(reload).not.toHaveBeenCalled();
    questions[1]?.choose(1);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    app.exit();
  });
});
