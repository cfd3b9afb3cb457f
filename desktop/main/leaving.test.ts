import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createProfile,
  createScriptedLink,
  startMain,
  type RunningMain,
  type StartOptions,
} from '../testing/composition.ts';
import { createMissingKeychain, createTestKeychain } from '../testing/keychain.ts';
import { setPolicy } from '../testing/policy.ts';
import { startRecordingServer, type RecordingServer } from '../testing/recording-server.ts';
import type { ShellConfig } from './config.ts';
import { accountFolder } from './core/offline-index.ts';

const LATER = Math.round(Date.now() / 1_000) + 3_600;
const ANA = { id: '00000000-0000-4000-8000-00000000000a', fullName: 'Ana Ruiz', profileImage: null };
const BEN = { id: '00000000-0000-4000-8000-00000000000b', fullName: 'Ben Okri', profileImage: null };
const IDS = { ana: 'a'.repeat(16), ben: 'b'.repeat(16) };

const EMPTY = { account: '', password: '' };

let server: RecordingServer;
let profile: ReturnType<typeof createProfile>;
let keychain: ReturnType<typeof createTestKeychain>;
let main: RunningMain | undefined;

beforeEach(async () => {
  server = await startRecordingServer();
  profile = createProfile({ serverUrl: server.url, lastAccount: IDS.ana });
  keychain = createTestKeychain();
});
afterEach(async () => {
  main?.electron.app.exit();
  main = undefined;
  await server.close();
  profile.remove();
  for (const name of ['data', 'policy']) rmSync(`${profile.folder}-${name}`, { recursive: true, force: true });
});

/** Stores accounts in the keychain as an earlier run has left them. */
function storeAccounts(expirationDate = LATER): void {
  for (const [id, user, value] of [
    [IDS.ana, ANA, 'of-ana'],
    [IDS.ben, BEN, 'of-ben'],
  ] as const) {
    const secret = { name: 'sid', value, expirationDate, user, textsKey: 'k'.repeat(43) };
    keychain.entries.set(`Lyceum ${server.url}#${id}`, JSON.stringify(secret));
  }
}

/** Files that main has stored of a member: the unsent texts, and the copies of files. */
function createFiles(id: string, { id: userId }: { id: string }): { texts: string; copies: string } {
  const texts = join(profile.folder, 'unsent', `${id}.texts`);
  const copies = join(profile.folder, 'offline', accountFolder(server.url, userId));
  mkdirSync(join(profile.folder, 'unsent'), { recursive: true });
  mkdirSync(copies, { recursive: true });
  writeFileSync(texts, 'encrypted');
  writeFileSync(join(copies, 'index.json'), '[]');
  return { texts, copies };
}

const areThere = ({ texts, copies }: ReturnType<typeof createFiles>): boolean[] => [
  existsSync(texts),
  existsSync(copies),
];

async function start(options: StartOptions = {}): Promise<RunningMain> {
  main = await startMain(profile.folder, { keychain: keychain.keychain, ...options });
  await main.opened();
  return main;
}

/** Places of a policy that main reads. */
function managedBy(managed: Record<string, boolean | string>): Partial<ShellConfig> {
  const places = `${profile.folder}-policy`;
  setPolicy('linux', places, { managed });
  return { policyDir: places };
}

/** The folder of the user's other programs, which is not in the profile. */
const useAppData = ({ app }: RunningMain['electron']): void => app.setPath('appData', `${profile.folder}-data`);
const loginItem = (): string => join(`${profile.folder}-data`, 'autostart', 'lyceum.desktop');

const entriesNow = (): string[] => [...keychain.entries.keys()];

it('signs every account out on the server when the screen is locked, and forgets all at once', async () => {
  storeAccounts();
  const ana = createFiles(IDS.ana, ANA);
  const ben = createFiles(IDS.ben, BEN);
  const respond = server.hold();
  const { call, electron } = await start({ config: managedBy({ signOutOnLock: true }) });
  await call('connectLive', ANA.id);
  electron.powerMonitor.emit('lock-screen');
  // The server has not responded yet.
  await expect.poll(entriesNow).toEqual([]);
  await expect.poll(() => [...areThere(ana), ...areThere(ben)]).toEqual([false, false, false, false]);
  expect(server.signedOut()).toEqual([]);
  respond();
  await expect.poll(server.signedOut).toEqual(['sid=of-ana', 'sid=of-ben']);
  expect(await call('listAccounts')).toEqual([]);
});

it('signs all accounts out when the screen is locked while the window shows the page to sign in', async () => {
  storeAccounts();
  const { call, electron } = await start({ config: managedBy({ signOutOnLock: true }) });
  await call('addAccount');
  electron.powerMonitor.emit('lock-screen');
  await expect.poll(server.signedOut).toEqual(['sid=of-ana', 'sid=of-ben']);
  await expect.poll(entriesNow).toEqual([]);
});

it('uses the keychain for one account at a time when all leave at once', async () => {
  storeAccounts();
  let running = 0;
  let most = 0;
  const counted =
    <Args extends unknown[], Value>(work: (...args: Args) => Promise<Value>) =>
    async (...args: Args): Promise<Value> => {
      running += 1;
      most = Math.max(most, running);
      // As long as the files of an account take.
      for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
      return work(...args).finally(() => (running -= 1));
    };
  const { getPassword, setPassword, deletePassword, findCredentials } = keychain.keychain;
  const inUse = {
    getPassword: counted(getPassword),
    setPassword: counted(setPassword),
    deletePassword: counted(deletePassword),
    findCredentials: counted(findCredentials),
  };
  const { call, electron } = await start({ keychain: inUse, config: managedBy({ signOutOnLock: true }) });
  await call('connectLive', ANA.id);
  electron.powerMonitor.emit('lock-screen');
  await expect.poll(entriesNow).toEqual([]);
  expect(most).toBe(1);
});

it('signs every account out on the former server when another one is chosen', async () => {
  storeAccounts();
  const other = await startRecordingServer();
  const { call } = await start();
  // The account that the window has shown before.
  await call('switchAccount', IDS.ben);
  expect(await call('setServer', other.url)).toMatchObject({ ok: true });
  await expect.poll(server.signedOut).toEqual(['sid=of-ana', 'sid=of-ben']);
  expect(other.signedOut()).toEqual([]);
  expect(entriesNow()).toEqual([]);
  await other.close();
});

it('resets spelling and the start at login after a member of a shared computer', async () => {
  const config = { ...managedBy({ sharedComputer: true }), dictionaryUrl: 'https://words.example/' };
  const { call, electron } = await start({ config, prepare: useAppData });
  const { spellChecker } = electron.session.fromPartition('account');
  await call('editDesktopSettings', { spellingLanguages: ['fr'], startAtLogin: true });
  expect(spellChecker.languages).toEqual(['fr']);
  expect(existsSync(loginItem())).toBe(true);
  electron.powerMonitor.emit('lock-screen');
  await expect.poll(() => spellChecker.languages).toEqual(['en-GB']);
  expect(existsSync(loginItem())).toBe(false);
});

it('resets the start at login of a member after a power cut', async () => {
  const config = managedBy({ sharedComputer: true });
  const { call, electron } = await start({ config, prepare: useAppData });
  await call('editDesktopSettings', { startAtLogin: true });
  electron.app.exit();
  expect(existsSync(loginItem())).toBe(true);
  await start({ config, prepare: useAppData });
  await expect.poll(() => existsSync(loginItem())).toBe(false);
});

it('removes at the start what is stored of accounts whose session has expired, except unsent texts', async () => {
  storeAccounts();
  const expired = { name: 'sid', value: 'old', expirationDate: LATER - 7_200, user: BEN, textsKey: 'k'.repeat(43) };
  keychain.entries.set(`Lyceum ${server.url}#${IDS.ben}`, JSON.stringify(expired));
  const ana = createFiles(IDS.ana, ANA);
  const ben = createFiles(IDS.ben, BEN);
  await start();
  expect([...areThere(ana), ...areThere(ben)]).toEqual([true, true, true, false]);
  expect(entriesNow()).toHaveLength(2);
});

it('keeps everything at the start while the keychain cannot be read, and what belongs to another server', async () => {
  storeAccounts();
  const ana = createFiles(IDS.ana, ANA);
  const other = { name: 'sid', value: 'x', expirationDate: LATER, user: BEN, textsKey: 'k'.repeat(43) };
  keychain.entries.set(`Lyceum https://other.example#${IDS.ben}`, JSON.stringify(other));
  const texts = createFiles(IDS.ben, BEN).texts;
  const first = await start({ keychain: createMissingKeychain() });
  expect([...areThere(ana), existsSync(texts)]).toEqual([true, true, true]);
  first.electron.app.exit();
  // What keytar returns on macOS for an entry that the member does not let the app read.
  const refused = await start({ keychain: { ...keychain.keychain, findCredentials: async () => [EMPTY] } });
  expect([...areThere(ana), existsSync(texts)]).toEqual([true, true, true]);
  refused.electron.app.exit();
  keychain.entries.delete(`Lyceum ${server.url}#${IDS.ben}`);
  await start();
  expect([...areThere(ana), existsSync(texts)]).toEqual([true, true, true]);
});

it('removes all but the unsent texts when the page finds that the session has ended', async () => {
  storeAccounts();
  const ana = createFiles(IDS.ana, ANA);
  const { call } = await start();
  // The page knows its user only when the server has responded.
  expect(areThere(ana)).toEqual([true, true]);
  await call('setAccountUser', null);
  await expect.poll(() => areThere(ana)).toEqual([true, false]);
  expect(keychain.entries.get(`Lyceum ${server.url}#${IDS.ana}`)).not.toContain('of-ana');
  expect((await call('listAccounts')).map(({ fullName }) => fullName)).toEqual(['Ben Okri']);
});

describe('a sign-out that the page has begun', () => {
  async function begin() {
    storeAccounts();
    const ana = createFiles(IDS.ana, ANA);
    const running = await start();
    await running.call('connectLive', ANA.id);
    await running.call('forgetSession', 'stored');
    await running.call('setAccountUser', null);
    return { ...running, ana };
  }
  async function expectEnded(ana: ReturnType<typeof createFiles>): Promise<void> {
    await expect.poll(server.signedOut).toEqual(['sid=of-ana']);
    await expect.poll(() => areThere(ana)).toEqual([false, false]);
    await expect.poll(entriesNow).toEqual([`Lyceum ${server.url}#${IDS.ben}`]);
    const jar = main?.electron.session.fromPartition('account').cookies;
    await expect.poll(() => jar?.get({})).toEqual([]);
  }

  it('is finished when another account is chosen', async () => {
    const { call, ana, electron } = await begin();
    await call('switchAccount', IDS.ben);
    await expectEnded(ana);
    const ben = electron.session.fromPartition('account-2').cookies;
    expect((await ben.get({})).map(({ value }) => value)).toEqual(['of-ben']);
  });

  it('is finished when another account is added, which is not the same one', async () => {
    const { call, ana, electron } = await begin();
    await call('addAccount');
    await expectEnded(ana);
    expect(electron.BrowserWindow.getAllWindows()[0]?.webContents.session).not.toBe(
      electron.session.fromPartition('account'),
    );
  });

  it('is finished when the page crashes', async () => {
    const { ana, electron } = await begin();
    await electron.BrowserWindow.getAllWindows()[0]?.webContents.crash();
    await expectEnded(ana);
  });

  it('is finished when the app quits', async () => {
    const { ana, electron } = await begin();
    electron.app.quit();
    await electron.app.ended;
    await expectEnded(ana);
  });

  it('does not end the session of a member who signs in afterwards', async () => {
    const { call, electron } = await begin();
    await call('forgetSession', 'everything');
    const { cookies } = electron.session.fromPartition('account');
    await cookies.set({ url: server.url, name: 'sid', value: 'of-cleo' });
    await call('setAccountUser', { ...ANA, id: '00000000-0000-4000-8000-00000000000c' });
    await electron.BrowserWindow.getAllWindows()[0]?.webContents.crash();
    electron.app.quit();
    await electron.app.ended;
    expect(server.signedOut()).toEqual([]);
    expect(entriesNow()).toHaveLength(2);
  });

  it('is left to the page as long as it is there', async () => {
    const { call, ana } = await begin();
    expect(server.signedOut()).toEqual([]);
    await call('forgetSession', 'everything');
    expect(areThere(ana)).toEqual([false, false]);
    await call('switchAccount', IDS.ben);
    expect(server.signedOut()).toEqual([]);
  });
});

describe('the app quits while the keychain does not respond', () => {
  it.each([
    ['on a computer of one member', {}],
    ['on a shared computer', { sharedComputer: true }],
  ])('%s', async (_name, managed) => {
    storeAccounts();
    let respond = (): void => undefined;
    const held = new Promise<void>((resolve) => (respond = resolve));
    const { findCredentials } = keychain.keychain;
    const slow = {
      ...keychain.keychain,
      findCredentials: (service: string) => held.then(() => findCredentials(service)),
    };
    main = await startMain(profile.folder, { keychain: slow, config: managedBy(managed) });
    const { app, BrowserWindow, session } = main.electron;
    await expect.poll(() => app.listenerCount('will-quit')).toBe(1);
    app.emit('activate');
    app.quit();
    await app.ended;
    respond();
    await held;
    expect(BrowserWindow.getAllWindows()).toEqual([]);
    expect([...session.all().keys()]).toEqual(['persist:default']);
    expect(entriesNow()).toHaveLength(2);
    expect(main.warnings).toEqual([]);
    expect(existsSync(join(profile.folder, 'shared-computer'))).toBe(false);
  });
});

it('connects by itself when it starts without a window, so that a call rings although no page runs', async () => {
  storeAccounts();
  const link = createScriptedLink();
  const { electron } = await start({ argv: ['--hidden'], prepare: link.install });
  await expect.poll(() => link.cookies()).toEqual(['sid=of-ana']);
  link.push('incoming-call', {
    callId: '00000000-0000-4000-8000-0000000000c1',
    callerId: BEN.id,
    callerName: BEN.fullName,
    callerPhoto: null,
    callType: 'voice',
    ringMs: 30_000,
  });
  await expect.poll(() => electron.Notification.shown.map(({ title }) => title)).toEqual(['Incoming Voice Call']);
  expect(electron.BrowserWindow.getAllWindows()[0]?.isVisible()).toBe(false);
});
