import { beforeEach, expect, it } from 'vitest';
import {
  keychainOfSharedComputer,
  SessionStore,
  type CookiePort,
  type KeychainPort,
  type SessionCookie,
} from './session-store.ts';

const SERVER = 'https://lyceum.example.org';
const NOW_MS = 1_800_000_000_000;
const COOKIE: SessionCookie = { name: '__Host-sid', value: 's:token.signature', expirationDate: NOW_MS / 1_000 + 60 };

let stored: Map<string, string>;
let jar: SessionCookie[];
let change: (cookie: SessionCookie | null) => void;
let reports: number;
let isBroken: boolean;
let sessions: SessionStore;

const cookies: CookiePort = {
  set: async (_origin, cookie) => void jar.push(cookie),
  clear: async () => {
    jar = [];
    change(null);
  },
  onChange: (listener) => {
    change = listener;
  },
};
const keychain: KeychainPort = {
  read: async (server) => guard(() => stored.get(server) ?? null),
  write: async (server, secret) => guard(() => void stored.set(server, secret)),
  remove: async (server) => guard(() => void stored.delete(server)),
};

function guard<Value>(work: () => Value): Value {
  if (isBroken) throw new Error('no keychain');
  return work();
}

beforeEach(() => {
  stored = new Map();
  jar = [];
  reports = 0;
  isBroken = false;
  sessions = new SessionStore({ jar: cookies, keychain, serverUrl: () => SERVER, onUnavailable: () => (reports += 1) });
});

it('stores a session and restores it at the next start', async () => {
  change(COOKIE);
  await sessions.settled();
  await sessions.restore(NOW_MS);
  expect(jar).toEqual([COOKIE]);
});

it('removes an expired session instead of restoring it', async () => {
  change(COOKIE);
  await sessions.settled();
  await sessions.restore(NOW_MS + 120_000);
  expect(jar).toEqual([]);
  expect(stored.size).toBe(0);
});

it('removes a damaged entry', async () => {
  stored.set(SERVER, '{"name":5');
  await sessions.restore(NOW_MS);
  expect(jar).toEqual([]);
  expect(stored.size).toBe(0);
});

it('stores the last of several quick changes', async () => {
  change(COOKIE);
  change(null);
  change({ ...COOKIE, value: 'newer' });
  await sessions.settled();
  expect(stored.get(SERVER)).toContain('newer');
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
  expect([jar, stored.size]).toEqual([[COOKIE], 0]);
});

it('reports a missing keychain, and still clears the jar', async () => {
  isBroken = true;
  await sessions.restore(NOW_MS);
  change(COOKIE);
  await sessions.settled();
  expect(reports).toBe(2);
  jar.push(COOKIE);
  await sessions.forget('everything');
  expect(jar).toEqual([]);
});

it('does nothing before a server is chosen', async () => {
  const idle = new SessionStore({ jar: cookies, keychain, serverUrl: () => null, onUnavailable: () => (reports += 1) });
  change(COOKIE);
  await idle.settled();
  await idle.restore(NOW_MS);
  expect([stored.size, jar.length, reports]).toEqual([0, 0, 0]);
});

it('stores nothing on a shared computer, and removes what was stored before', async () => {
  stored.set(SERVER, JSON.stringify(COOKIE));
  const shared = keychainOfSharedComputer(keychain);
  expect(await shared.read(SERVER)).toBeNull();
  expect(stored.size).toBe(0);
  await shared.write(SERVER, 'secret');
  expect(stored.size).toBe(0);
  isBroken = true;
  expect(await shared.read(SERVER)).toBeNull();
});
