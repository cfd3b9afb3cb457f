import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProfile, startMain, type RunningMain, type StartOptions } from '../testing/composition.ts';
import { createTestKeychain } from '../testing/keychain.ts';
import { setPolicy } from '../testing/policy.ts';

const ANA = { id: '00000000-0000-4000-8000-00000000000a', fullName: 'Ana Ruiz', profileImage: null };
const SERVER = 'http://127.0.0.1:9';

let profile: ReturnType<typeof createProfile>;
let places: string;
let keychain: ReturnType<typeof createTestKeychain>;
let main: RunningMain | undefined;

beforeEach(() => {
  profile = createProfile({ serverUrl: SERVER });
  places = mkdtempSync(join(tmpdir(), 'lyceum-policy-'));
  keychain = createTestKeychain();
});
afterEach(() => {
  main?.electron.app.exit();
  main = undefined;
  for (const folder of [profile.folder, places]) rmSync(folder, { recursive: true, force: true });
});

/** Starts a computer that its policy makes shared. */
async function start(options: StartOptions): Promise<RunningMain> {
  main = await startMain(profile.folder, { keychain: keychain.keychain, ...options });
  await main.opened();
  return main;
}

async function quit({ electron }: RunningMain): Promise<void> {
  electron.app.quit();
  await electron.app.ended;
}

/** From now on, no write to the settings file succeeds, as when the disk is full. */
function breakSettings(): void {
  rmSync(join(profile.folder, 'settings.json'), { force: true });
  mkdirSync(join(profile.folder, 'settings.json'));
}

const windowsOf = ({ electron }: RunningMain): number[] => electron.BrowserWindow.getAllWindows().map(({ id }) => id);
const marker = (): string => join(profile.folder, 'shared-computer');

describe('a registry that cannot be read', () => {
  const startWindows = (): Promise<RunningMain> => start({ platform: 'win32', config: { systemRoots: [places] } });
  const isShared = async ({ call }: RunningMain): Promise<boolean> =>
    (await call('getAppInfo')).policy.values.sharedComputer;
  const breakRegistry = (): void => writeFileSync(join(places, 'System32', 'reg.exe'), '#!/bin/sh\nexit 3\n');

  it('leaves a computer shared after a crash, with the marker and without sessions in the keychain', async () => {
    writeFileSync(marker(), '');
    const running = await startWindows();
    expect(await isShared(running)).toBe(true);
    expect(existsSync(marker())).toBe(true);
    expect(running.warnings).toContain('Policy: the computer is treated as shared, as at the last start.');
    const { cookies } = running.electron.session.fromPartition('account');
    await cookies.set({ url: SERVER, name: 'sid', value: 'of-ana' });
    await running.call('setAccountUser', ANA);
    await quit(running);
    expect(keychain.entries.size).toBe(0);
  });

  it('leaves a computer shared after a run that ended well, and no longer once the policy is read again', async () => {
    setPolicy('win32', places, { managed: { sharedComputer: true } });
    await quit(await startWindows());
    expect(existsSync(marker())).toBe(false);
    breakRegistry();
    const second = await startWindows();
    expect(await isShared(second)).toBe(true);
    await quit(second);
    setPolicy('win32', places, { managed: {} });
    const third = await startWindows();
    expect(await isShared(third)).toBe(false);
    await quit(third);
    breakRegistry();
    expect(await isShared(await startWindows())).toBe(false);
    expect(JSON.parse(readFileSync(join(profile.folder, 'settings.json'), 'utf8'))).toMatchObject({ wasShared: false });
  });

  it('does not prevent the policy of a place that was read', async () => {
    writeFileSync(marker(), '');
    setPolicy('win32', places, { managed: { sharedComputer: false } });
    const program = join(places, 'System32', 'reg.exe');
    // The other keys of the registry cannot be read.
    writeFileSync(program, readFileSync(program, 'utf8').replace('exit 1', 'exit 3'));
    expect(await isShared(await startWindows())).toBe(false);
    expect(existsSync(marker())).toBe(false);
  });
});

describe('settings that cannot be written', () => {
  const startShared = (): Promise<RunningMain> => {
    const { prepare } = setPolicy('darwin', places, { managed: { sharedComputer: true } });
    return start({ platform: 'darwin', ...(prepare && { prepare }) });
  };

  it('prevent no other step of the wipe, and no new window', async () => {
    const running = await startShared();
    const { app, powerMonitor } = running.electron;
    const before = windowsOf(running);
    const downloads = join(profile.folder, 'temporary-downloads');
    writeFileSync(join(downloads, 'certificate.txt'), 'of Ana');
    app.setBadgeCount(3);
    breakSettings();
    powerMonitor.emit('lock-screen');
    await expect.poll(() => windowsOf(running).some((id) => before.includes(id))).toBe(false);
    expect(windowsOf(running)).toHaveLength(1);
    expect(existsSync(join(downloads, 'certificate.txt'))).toBe(false);
    expect(app.requested.badgeCount).toBe(0);
    expect(running.warnings).toContainEqual(expect.stringContaining('Something of a member could not be removed'));
    // The next start wipes again.
    await quit(running);
    expect(existsSync(marker())).toBe(true);
  });
});

it('replaces a window that a Mac opens while the session of the former member ends', async () => {
  const { prepare } = setPolicy('darwin', places, { managed: { sharedComputer: true } });
  const running = await start({ platform: 'darwin', ...(prepare && { prepare }) });
  const { app, BrowserWindow, session } = running.electron;
  const account = session.fromPartition('account');
  const clearStorageData = account.clearStorageData.bind(account);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let isHeld = false;
  account.clearStorageData = async (options) => {
    isHeld = true;
    await held;
    await clearStorageData(options);
  };
  BrowserWindow.getAllWindows()[0]?.close();
  await expect.poll(() => isHeld).toBe(true);
  app.emit('activate');
  const early = windowsOf(running);
  expect(early).toHaveLength(1);
  release();
  await expect.poll(() => windowsOf(running).some((id) => early.includes(id))).toBe(false);
  expect(windowsOf(running)).toHaveLength(1);
});
