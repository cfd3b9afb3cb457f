import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
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
