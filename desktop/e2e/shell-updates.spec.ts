import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { UpdateState } from '#shared/bridge/updates.ts';
import { findFreePort } from '../../tools/postgres.ts';
import { createUpdateKeys, readPrivateKey, signManifests } from '../../tools/update-manifests.ts';
import { createTestKeychain } from '../testing/keychain.ts';
import { launchShell, MAIN_BUNDLE, type LaunchOptions, type Shell } from '../testing/launch.ts';
import { expect, test } from './fixtures.ts';

const VERSION = '0.1.0';
const NEXT = '0.2.0';
/** Replaces the app as an AppImage does, and leaves a trace when it is started. */
const RELEASE = '#!/bin/sh\necho "$APPIMAGE_EXIT_AFTER_INSTALL" > "$0.started"\n';
const FRAME = { url: 'app://lyceum/', origin: 'app://lyceum', parent: null };
const MANIFEST = process.arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${process.arch}.yml`;

let folder: string;
let feed: string;
let server: Server;
let shell: Shell | undefined;
const keys = createUpdateKeys();

test.skip(process.platform === 'win32', 'The release is a program of Unix.');

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lyceum-updates-'));
  feed = join(folder, 'feed');
  for (const name of ['feed', 'profile', 'app', 'resources', 'cache']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'resources', 'app-update.yml'), 'updaterCacheDirName: lyceum-updater\n');
  writeFileSync(join(folder, 'app', 'Lyceum.AppImage'), 'installed');
  server = createServer(({ url = '/', headers }, response) => {
    if (url === '/api/meta')
      return response
        .setHeader('Content-Type', 'application/json')
        .end(JSON.stringify({ version: '1', apiLevel: 1, minClient: VERSION, updateFeed: `${origin()}/updates` }));
    // A request to a proxy names the whole address.
    const { pathname } = new URL(url, origin());
    requests.push({ path: pathname, hasId: 'x-user-staging-id' in headers, isProxied: URL.canParse(url) });
    try {
      response.end(readFileSync(join(feed, basename(pathname))));
    } catch {
      response.writeHead(404).end();
    }
    return undefined;
  });
  server.on('connect', (_request, client: Socket) => {
    const target = connect((server.address() as AddressInfo).port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(target).pipe(client);
    });
    for (const socket of [client, target]) socket.on('error', () => socket.destroy());
  });
  const port = await findFreePort(24_000 + Math.floor(Math.random() * 4_000));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  writeFileSync(join(folder, 'profile', 'settings.json'), JSON.stringify({ serverUrl: origin() }));
});
test.afterEach(async () => {
  await shell?.kill();
  shell = undefined;
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const requests: { path: string; hasId: boolean; isProxied: boolean }[] = [];
const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const installed = (): string => readFileSync(join(folder, 'app', 'Lyceum.AppImage'), 'utf8');

/** Puts a release into the feed, signed unless a key is left out. */
function release(parts: { version?: string; rollout?: number; key?: string; file?: string } = {}): void {
  const { version = NEXT, rollout, key = keys.privateKey, file = RELEASE } = parts;
  const sha512 = createHash('sha512').update(RELEASE).digest('base64');
  writeFileSync(join(feed, 'Lyceum.AppImage'), file);
  const lines = [
    `version: ${version}`,
    'files:',
    '  - url: Lyceum.AppImage',
    `    sha512: ${sha512}`,
    `    size: ${RELEASE.length}`,
    "releaseDate: '2026-11-23T00:00:00.000Z'",
  ];
  writeFileSync(join(feed, MANIFEST), `${lines.join('\n')}\n`);
  signManifests(feed, readPrivateKey(key), rollout);
}

/** Main as it ships, with the key of this test in the place of the makers' own. */
function mainWithKey(): string {
  const main = join(folder, 'main');
  cpSync(dirname(MAIN_BUNDLE), main, { recursive: true });
  for (const beside of ['preload', 'renderer'])
    symlinkSync(join(dirname(MAIN_BUNDLE), '..', beside), join(folder, beside));
  const marked = globSync('**/*.js', { cwd: main }).filter((file) => {
    const text = readFileSync(join(main, file), 'utf8');
    writeFileSync(join(main, file), text.replace('update-keys,', `update-keys,${keys.publicKey}`));
    return text.includes('update-keys,');
  });
  expect(marked).toHaveLength(1);
  return join(main, basename(MAIN_BUNDLE));
}

/** The environment of an AppImage. */
const environment = () => ({
  APPIMAGE: join(folder, 'app', 'Lyceum.AppImage'),
  XDG_CACHE_HOME: join(folder, 'cache'),
});

async function start(browser: LaunchOptions['browser'], options: Partial<LaunchOptions> = {}): Promise<Shell> {
  shell = await launchShell({
    browser,
    platform: 'linux',
    userData: join(folder, 'profile'),
    keychain: createTestKeychain().keychain,
    env: environment(),
    resourcesDir: join(folder, 'resources'),
    version: VERSION,
    ...options,
  });
  return shell;
}

async function call(name: 'getUpdateState' | 'checkForUpdates' | 'installUpdate'): Promise<UpdateState> {
  const [window] = shell?.electron.BrowserWindow.getAllWindows() ?? [];
  const sender = { frame: FRAME, webContents: window?.webContents };
  const result = await shell?.electron.ipcMain.invoke(sender, `lyceum:call:${name}`, []);
  return (result as { value: UpdateState }).value;
}

const settle = async (state: UpdateState): Promise<void> => {
  await expect.poll(() => call('getUpdateState')).toEqual(state);
};

test('a client takes only newer, signed releases that are rolled out to it, and installs when it quits', async ({
  browser,
}) => {
  release({ rollout: 0 });
  const { quit } = await start(browser, { entry: mainWithKey() });
  await settle({ kind: 'current' });
  for (const version of [VERSION, '0.0.9', '0.2.0-beta.1']) {
    release({ version });
    expect(await call('checkForUpdates')).toEqual({ kind: 'current' });
  }
  release({ key: createUpdateKeys().privateKey });
  expect(await call('checkForUpdates')).toEqual({ kind: 'failed' });
  release({ file: '#!/bin/sh\necho forged\n' });
  expect(await call('checkForUpdates')).toEqual({ kind: 'failed' });
  rmSync(join(feed, `${MANIFEST}.sig`));
  expect(await call('checkForUpdates')).toEqual({ kind: 'failed' });

  release({ rollout: 100 });
  expect(await call('checkForUpdates')).toEqual({ kind: 'ready', version: NEXT });
  expect(installed()).toBe('installed');
  expect(requests.map(({ path }) => path)).toContain('/updates/Lyceum.AppImage');
  expect(requests.filter(({ hasId }) => hasId)).toEqual([]);
  await quit();
  expect(installed()).toBe(RELEASE);
  // The new version runs by itself.
  const started = join(folder, 'app', 'Lyceum.AppImage.started');
  await expect.poll(() => existsSync(started) && readFileSync(started, 'utf8')).toBe('true\n');
});

test('a member can install at once, through a proxy; a withdrawn release is not installed', async ({ browser }) => {
  release();
  requests.length = 0;
  const LYCEUM_PROXY = new URL(origin()).host;
  const { electron, quit } = await start(browser, { entry: mainWithKey(), env: { ...environment(), LYCEUM_PROXY } });
  await settle({ kind: 'ready', version: NEXT });
  expect(requests.filter(({ isProxied }) => !isProxied)).toEqual([]);
  release({ rollout: 0 });
  expect(await call('checkForUpdates')).toEqual({ kind: 'current' });
  await call('installUpdate');
  expect(installed()).toBe('installed');
  release();
  expect(await call('checkForUpdates')).toEqual({ kind: 'ready', version: NEXT });
  await call('installUpdate');
  await electron.app.ended;
  await quit();
  expect(installed()).toBe(RELEASE);
  await expect.poll(() => globSync('*.started', { cwd: join(folder, 'app') })).toEqual(['Lyceum.AppImage.started']);
});

test('installations of the whole computer and builds without a key never update themselves', async ({ browser }) => {
  release();
  const packaged = await start(browser, { entry: mainWithKey(), env: {} });
  await settle({ kind: 'blocked', reason: 'MANAGED' });
  expect(await call('checkForUpdates')).toEqual({ kind: 'blocked', reason: 'MANAGED' });
  await packaged.quit();
  requests.length = 0;
  const own = await start(browser);
  await settle({ kind: 'blocked', reason: 'UNSIGNED' });
  expect(await call('checkForUpdates')).toEqual({ kind: 'blocked', reason: 'UNSIGNED' });
  await own.quit();
  expect(requests).toEqual([]);
  expect(installed()).toBe('installed');
});
