import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AccountUser } from '#shared/bridge/accounts.ts';
import { createAccounts, type Accounts } from './accounts.ts';
import type { CookiePort, KeychainPort, SessionCookie } from './core/session-store.ts';
import type { AccountSession } from './platform/account.ts';
import type { SettingsStore } from './platform/settings-store.ts';

const ANA: AccountUser = { id: '6f0f0a3e-7f3f-4b39-9f0b-3d0e5e2c8a11', fullName: 'Ana Ruiz', profileImage: null };
const BEN: AccountUser = { id: '0b9d7c1a-1c55-4a0e-8a51-7f2f9f7f3c22', fullName: 'Ben Okri', profileImage: null };
const KEY = `unsent:${ANA.id}:1`;

/** An account of the adapter: its partition, and the jar whose changes a test reports. */
interface Jar {
  partition: string;
  report?: (cookie: SessionCookie | null) => void;
}
const jarOf = (account: AccountSession): Jar => account as unknown as Jar;

let profile: string;
vi.mock('./platform/lifecycle.ts', () => ({ profileDir: () => profile }));
vi.mock('./platform/ipc.ts', () => ({ sendToWindows: () => undefined }));
// No account has a server to end its session on.
vi.mock('./platform/sign-out.ts', () => ({ endOnServer: async () => undefined, stopRequests: async () => [] }));
vi.mock('./platform/account.ts', () => ({
  loadPhoto: async () => null,
  cookiesOf: (account: AccountSession): CookiePort => ({
    set: async () => undefined,
    clear: async () => undefined,
    onChange: (listener) => (jarOf(account).report = listener),
  }),
}));

let secrets: Map<string, string>;
let onSwitch: ReturnType<typeof vi.fn<() => void>>;
let onChanged: ReturnType<typeof vi.fn<() => void>>;
let onForgotten: ReturnType<typeof vi.fn<(userId: string) => void>>;
let onSignedOut: ReturnType<typeof vi.fn<() => void>>;
let wipe: () => Promise<void>;

beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'lyceum-accounts-'));
  secrets = new Map();
  [onSwitch, onChanged, onForgotten] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<(userId: string) => void>()];
});
beforeEach(() => {
  onSignedOut = vi.fn<() => void>();
  wipe = async () => undefined;
});
afterEach(() => rmSync(profile, { recursive: true, force: true }));

async function start({ isShared = false, hasKeychain = true } = {}): Promise<Accounts> {
  const available = (): Promise<void> =>
    hasKeychain ? Promise.resolve() : Promise.reject(new Error('There is no keychain.'));
  const keychain: KeychainPort = {
    list: async () => (await available(), [...secrets].map(([entry, secret]) => ({ entry, secret }))),
    write: async (entry, secret) => (await available(), void secrets.set(entry, secret)),
    remove: async (entry) => (await available(), void secrets.delete(entry)),
  };
  const accounts = createAccounts({
    settings: { current: { lastAccount: null }, update: () => undefined } as unknown as SettingsStore,
    serverUrl: () => 'https://lyceum.example',
    isShared,
    keychain,
    installation: { version: '1.0.0' },
    proxy: 'system',
    offline: { wipe: () => wipe(), wipeAll: async () => undefined, keepOnly: async () => undefined },
    onUnavailable: () => undefined,
    onSignedOut,
    open: async (partition) => ({ partition }) as unknown as AccountSession,
    onSwitch,
    onChanged,
    onForgotten,
  });
  await accounts.start(Date.now());
  return accounts;
}

/** The server sets a cookie and the page reports its user. */
async function signIn(accounts: Accounts, user: AccountUser): Promise<void> {
  jarOf(accounts.current).report?.({ name: 'sid', value: user.id });
  await accounts.handlers.setAccountUser(user);
  await accounts.settled();
}

const namesOf = (accounts: Accounts) => accounts.list().map(({ fullName, isCurrent }) => [fullName, isCurrent]);

it('adds an account and shows each, and reports every change', async () => {
  const accounts = await start();
  await signIn(accounts, ANA);
  const first = jarOf(accounts.current).partition;
  await accounts.handlers.addAccount();
  expect(namesOf(accounts)).toEqual([['Ana Ruiz', false]]);
  await signIn(accounts, BEN);
  expect(namesOf(accounts)).toEqual([
    ['Ana Ruiz', false],
    ['Ben Okri', true],
  ]);
  onChanged.mockClear();
  await accounts.handlers.switchAccount(accounts.list()[0]?.id ?? '');
  expect([jarOf(accounts.current).partition, onSwitch.mock.calls.length, onChanged.mock.calls.length]).toEqual([
    first,
    2,
    1,
  ]);
});

it('refuses to add an account on a shared computer', async () => {
  const accounts = await start({ isShared: true });
  await signIn(accounts, ANA);
  const { current } = accounts;
  await accounts.handlers.addAccount();
  expect(accounts.current).toBe(current);
  expect([namesOf(accounts), onSwitch.mock.calls]).toEqual([[['Ana Ruiz', true]], []]);
});

it('stores replies encrypted, and returns them to the page after a restart only', async () => {
  const accounts = await start();
  await signIn(accounts, ANA);
  accounts.storeReplies(ANA.id, { [KEY]: 'Yes, at ten.' });
  accounts.storeReplies(BEN.id, { [`unsent:${BEN.id}:1`]: 'Of no account here.' });
  expect(await accounts.handlers.loadUnsentTexts()).toEqual({});
  await accounts.handlers.storeUnsentTexts({ [`draft:${ANA.id}:post`]: 'Half a thought' });
  await accounts.settled();

  const again = await start();
  expect(await again.handlers.loadUnsentTexts()).toEqual({
    [`draft:${ANA.id}:post`]: 'Half a thought',
    [KEY]: 'Yes, at ten.',
  });
  await again.forget('everything');
  expect(onForgotten.mock.calls).toEqual([[ANA.id]]);
  expect(readdirSync(join(profile, 'unsent'))).toEqual([]);
});

it.each([
  ['without a keychain', { hasKeychain: false }],
  ['on a shared computer', { isShared: true, hasKeychain: false }],
])('stores no replies %s', async (_where, options) => {
  const accounts = await start(options);
  await signIn(accounts, ANA);
  accounts.storeReplies(ANA.id, { [KEY]: 'Yes, at ten.' });
  await accounts.settled();
  expect(readdirSync(profile)).toEqual([]);
});

it('forgets no user who is still signed in with another account, and none whose session has only ended', async () => {
  const accounts = await start();
  await signIn(accounts, ANA);
  await accounts.handlers.addAccount();
  await signIn(accounts, ANA);
  expect(namesOf(accounts)).toEqual([['Ana Ruiz', true]]);
  await accounts.forget('session');
  expect(onForgotten).not.toHaveBeenCalled();
});

it('keeps replies in memory when a session was found ended, and removes them when someone else signs in', async () => {
  const accounts = await start();
  await signIn(accounts, ANA);
  await accounts.handlers.setAccountUser(null);
  expect(onForgotten).not.toHaveBeenCalled();
  await signIn(accounts, ANA);
  await signIn(accounts, BEN);
  expect(onForgotten.mock.calls).toEqual([[ANA.id]]);
});

it('ends the live link before the files of the former user are removed, and when that fails', async () => {
  const accounts = await start();
  await signIn(accounts, ANA);
  const removal = Promise.withResolvers<void>();
  wipe = () => removal.promise;
  onChanged.mockClear();
  const reported = accounts.handlers.setAccountUser(null);
  expect([onSignedOut.mock.calls.length, onChanged.mock.calls.length]).toEqual([1, 0]);
  removal.reject(new Error('Another program has a file open.'));
  await reported;
  expect([onSignedOut.mock.calls.length, onChanged.mock.calls.length]).toEqual([1, 1]);
});

it('joins two stored accounts of one user when the page reports this user', async () => {
  const first = await start();
  await signIn(first, ANA);
  const [entry = '', secret = ''] = [...secrets][0] ?? [];
  secrets.set(entry.replace(/#.*/, `#${'0'.repeat(16)}`), secret);
  const accounts = await start();
  expect(namesOf(accounts)).toHaveLength(2);
  await accounts.handlers.setAccountUser(ANA);
  await accounts.settled();
  expect(namesOf(accounts)).toEqual([['Ana Ruiz', true]]);
  expect(secrets.size).toBe(1);
});
