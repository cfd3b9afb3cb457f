import { beforeEach, expect, it } from 'vitest';
import type { AccountUser } from '#shared/bridge/accounts.ts';
import {
  keychainOfSharedComputer,
  readSession,
  SessionStore,
  type CookiePort,
  type KeychainPort,
  type SessionCookie,
  type StoredSession,
} from './session-store.ts';

const SERVER = 'https://lyceum.example.org';
const ENTRY = `${SERVER}#0123456789abcdef`;
const NOW_MS = 1_800_000_000_000;
const COOKIE: SessionCookie = { name: '__Host-sid', value: 's:token.signature', expirationDate: NOW_MS / 1_000 + 60 };
const ANA: AccountUser = { id: 'ana', fullName: 'Ana Díaz', profileImage: null };

let stored: Map<string, string>;
let jar: SessionCookie[];
let change: (cookie: SessionCookie | null) => void;
let reports: number;
let isBroken: boolean;
let sessions: SessionStore;

const cookies: CookiePort = {
  set: async (_origin, cookie) => {
    jar.push(cookie);
    change(cookie);
  },
  clear: async () => {
    jar = [];
    change(null);
  },
  onChange: (listener) => {
    change = listener;
  },
};
const keychain: KeychainPort = {
  list: async () => guard(() => [...stored].map(([entry, secret]) => ({ entry, secret }))),
  write: async (entry, secret) => guard(() => void stored.set(entry, secret)),
  remove: async (entry) => guard(() => void stored.delete(entry)),
};

function guard<Value>(work: () => Value): Value {
  if (isBroken) throw new Error('no keychain');
  return work();
}

function create(entry: string | null): SessionStore {
  return new SessionStore({
    jar: cookies,
    keychain,
    entry: () => entry,
    onUnavailable: () => (reports += 1),
    textsKey: 'key',
  });
}

const read = (nowMs = NOW_MS): StoredSession | null => readSession(stored.get(ENTRY) ?? '', nowMs);

beforeEach(() => {
  stored = new Map();
  jar = [];
  reports = 0;
  isBroken = false;
  sessions = create(ENTRY);
});

it('stores a session with its user and restores it at the next start', async () => {
  change(COOKIE);
  sessions.setUser(ANA);
  await sessions.settled();
  const session = read();
  expect(session).toEqual({ cookie: COOKIE, user: ANA, textsKey: 'key' });
  if (session) await create(ENTRY).restore(SERVER, session);
  expect(jar).toEqual([COOKIE]);
});

it('keeps the user when the server renews the cookie after a restart', async () => {
  await sessions.restore(SERVER, { cookie: COOKIE, user: ANA, textsKey: 'key' });
  change({ ...COOKIE, value: 'renewed' });
  await sessions.settled();
  expect(read()).toMatchObject({ cookie: { value: 'renewed' }, user: ANA });
});

it('reads the user and the key of a session that has expired', async () => {
  change(COOKIE);
  sessions.setUser(ANA);
  await sessions.settled();
  const session = read(NOW_MS + 120_000);
  expect(session).toEqual({ cookie: null, user: ANA, textsKey: 'key' });
  if (session) await create(ENTRY).restore(SERVER, session);
  expect(jar).toEqual([]);
});

it.each([
  ['that the server has ended', async () => change(null)],
  ['that the page has found ended', () => sessions.forget('session')],
])('stores the user and the key of a session %s, until the user signs out', async (_how, end) => {
  change(COOKIE);
  sessions.setUser(ANA);
  await end();
  await sessions.settled();
  expect([read(), sessions.isStored]).toEqual([{ cookie: null, user: ANA, textsKey: 'key' }, true]);
  await sessions.end();
  // The server gives visitors a cookie too.
  change({ ...COOKIE, value: 'of a visitor' });
  await sessions.settled();
  expect(read()?.cookie).toBeNull();
  sessions.setUser(ANA);
  await sessions.settled();
  expect(read()).toMatchObject({ cookie: { value: 'of a visitor' }, user: ANA });
  await sessions.forget('everything');
  expect([stored.size, sessions.isStored]).toEqual([0, false]);
});

it.each([
  ['an expired session without a user', () => read(NOW_MS + 120_000)],
  ['a damaged entry', () => readSession('{"name":5', NOW_MS)],
  ['an entry without a cookie', () => readSession('{"name":"sid","textsKey":"key"}', NOW_MS)],
  ['an entry that is no object', () => readSession('null', NOW_MS)],
])('reads nothing from %s', async (_what, readIt) => {
  change(COOKIE);
  await sessions.settled();
  expect(readIt()).toBeNull();
});

it('reads a session without its user when the user is damaged', () => {
  const secret = JSON.stringify({ ...COOKIE, textsKey: 'key', user: { id: 5 } });
  expect(readSession(secret, NOW_MS)).toEqual({ cookie: COOKIE, user: null, textsKey: 'key' });
});

it('stores the last of several quick changes', async () => {
  change(COOKIE);
  change(null);
  change({ ...COOKIE, value: 'newer' });
  await sessions.settled();
  expect(stored.get(ENTRY)).toContain('newer');
});

it('removes the session from jar and keychain', async () => {
  change(COOKIE);
  jar.push(COOKIE);
  await sessions.forget('everything');
  expect(jar).toEqual([]);
  expect(stored.size).toBe(0);
});

it('removes the session from the keychain only, so that the server can still be asked to end it', async () => {
  change(COOKIE);
  jar.push(COOKIE);
  await sessions.forget('stored');
  sessions.setUser(ANA);
  await sessions.settled();
  expect([jar, stored.size]).toEqual([[COOKIE], 0]);
});

it('reports a missing keychain, says that nothing is stored, and still clears the jar', async () => {
  isBroken = true;
  change(COOKIE);
  await sessions.settled();
  expect([reports, sessions.isStored]).toEqual([1, false]);
  jar.push(COOKIE);
  await sessions.forget('everything');
  expect([reports, jar]).toEqual([1, []]);
});

it('says whether the session is stored', async () => {
  change(COOKIE);
  await sessions.settled();
  expect(sessions.isStored).toBe(true);
  change(null);
  await sessions.settled();
  expect(sessions.isStored).toBe(false);
});

it('does nothing before a server is chosen', async () => {
  const idle = create(null);
  change(COOKIE);
  await idle.settled();
  expect([stored.size, reports]).toEqual([0, 0]);
});

it('stores nothing on a shared computer, and removes what was stored before', async () => {
  stored.set('an entry', 'a secret');
  const shared = keychainOfSharedComputer(keychain);
  expect(await shared.list()).toEqual([]);
  expect(stored.size).toBe(0);
  await expect(shared.write('an entry', 'a secret')).rejects.toThrow('shared');
  expect(stored.size).toBe(0);
  isBroken = true;
  expect(await shared.list()).toEqual([]);
});
