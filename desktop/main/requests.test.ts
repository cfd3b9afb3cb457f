import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createProfile, startMain, type RunningMain } from '../testing/composition.ts';
import { createTestKeychain } from '../testing/keychain.ts';
import { setPolicy } from '../testing/policy.ts';

const USER = { id: '00000000-0000-4000-8000-00000000000a', fullName: 'Ana Ruiz', profileImage: null };
const ACCOUNT = 'a'.repeat(16);
const FILE = 'Leaves drink through their roots.';
const FILE_PATH = '/api/courses/00000000-0000-4000-8000-0000000000c1/files/00000000-0000-4000-8000-0000000000f1';

/** A request as a server without CORS headers, such as Lyceum's, receives it. */
interface Received {
  what: string;
  origin: string | undefined;
  site: string | string[] | undefined;
  version: string | string[] | undefined;
  cookie: string | undefined;
}

let server: Server;
let url: string;
let received: Received[];
let profile: ReturnType<typeof createProfile>;
let main: RunningMain;

beforeEach(async () => {
  received = [];
  server = createServer((incoming, outgoing) => {
    record(incoming);
    const path = incoming.url ?? '';
    // As the backend sets it.
    outgoing.setHeader('Set-Cookie', 'device=known; Path=/; HttpOnly; SameSite=Lax');
    if (path.endsWith('/download')) return void outgoing.end(FILE);
    outgoing.setHeader('Content-Type', 'application/json');
    outgoing.end(JSON.stringify(path === '/api/csrf-token' ? { csrfToken: 'token' } : {}));
  });
  server.on('upgrade', (incoming, socket) => {
    record(incoming);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  profile = createProfile({ serverUrl: url, lastAccount: ACCOUNT });
  const { keychain, entries } = createTestKeychain();
  const secret = { name: 'sid', value: 'secret', user: USER, textsKey: 'k'.repeat(43) };
  entries.set(`Lyceum ${url}#${ACCOUNT}`, JSON.stringify(secret));
  const policyDir = `${profile.folder}-policy`;
  setPolicy('linux', policyDir, { managed: { signOutOnLock: true } });
  main = await startMain(profile.folder, { keychain, config: { policyDir } });
  await main.opened();
});
afterEach(async () => {
  main.electron.app.exit();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  profile.remove();
  rmSync(`${profile.folder}-policy`, { recursive: true, force: true });
});

function record({ method = '', url: path = '', headers }: IncomingMessage): void {
  const what = `${headers.upgrade ?? method} ${path.split('?')[0] ?? ''}`;
  const { origin, cookie, 'sec-fetch-site': site, 'lyceum-client': version } = headers;
  received.push({ what, origin, site, version, cookie });
}

const session = () => main.electron.session.fromPartition('account');
const ask = (path: string, init?: RequestInit) => session().protocol.ask(new Request(`app://lyceum${path}`, init));

it('every request of main comes from the origin of the server, with the cookies and without a preflight', async () => {
  const json = { 'Content-Type': 'application/json', 'CSRF-Token': 'token', 'Idempotency-Key': 'one' };
  // The websocket is refused, so the link polls.
  await main.call('connectLive', USER.id);
  await ask('/api/user');
  await ask('/api/posts', { method: 'POST', headers: json, body: '{"content":"x"}' });
  await ask('/api/uploads/sessions/1', { method: 'PATCH', headers: { 'Upload-Offset': '0' }, body: 'x' });
  const saved = await main.call('saveOfflineCopy', {
    courseId: FILE_PATH.split('/')[3] ?? '',
    fileId: FILE_PATH.split('/')[5] ?? '',
    courseTitle: 'Botany',
    title: 'sheet',
    name: 'sheet.txt',
    type: 'text/plain',
    size: FILE.length,
    sha256: createHash('sha256').update(FILE).digest('hex'),
    version: 1,
  });
  expect(saved).toEqual({ ok: true });
  await expect.poll(() => received.map(({ what }) => what)).toContain('GET /socket.io/');
  expect((await session().cookies.get({ name: 'device' }))[0]?.value).toBe('known');
  // The policy signs out when the screen is locked.
  main.electron.powerMonitor.emit('lock-screen');
  await expect.poll(() => received.map(({ what }) => what)).toContain('POST /api/logout');
  const kinds = new Set(received.map(({ what }) => what));
  expect([...kinds].toSorted()).toEqual(
    expect.arrayContaining([
      `GET ${FILE_PATH}/download`,
      'GET /api/csrf-token',
      'GET /api/user',
      'GET /socket.io/',
      'PATCH /api/uploads/sessions/1',
      'POST /api/logout',
      'POST /api/posts',
      'websocket /socket.io/',
    ]),
  );
  // The check of the server's address has no session.
  for (const request of received.filter(({ what }) => what !== 'GET /api/meta')) {
    const isSocket = request.what.startsWith('websocket');
    const expected = { origin: url, cookie: expect.stringContaining('sid=secret'), what: request.what };
    expect(request).toMatchObject(isSocket ? expected : { ...expected, site: 'same-origin', version: '0.1.0' });
  }
});

it.each(['app://lyceum', 'https://evil.example'])('with the Origin %s nothing reaches the server', async (origin) => {
  await session().cookies.remove(url, 'device');
  received = [];
  const { cookies, fetch } = session();
  const request = { credentials: 'include', headers: { Origin: origin, 'Lyceum-Client': '0.1.0' } } as const;
  await expect(fetch(`${url}/api/user`, request)).rejects.toThrow('net::ERR_FAILED');
  const preflight = { what: 'OPTIONS /api/user', origin, site: 'cross-site', version: undefined, cookie: undefined };
  expect(received).toEqual([preflight]);
  // A request without a preflight arrives, without cookies; its response is not read, and its cookies are not stored.
  await expect(fetch(`${url}/api/user`, { credentials: 'include', headers: { Origin: origin } })).rejects.toThrow();
  expect(received[1]).toMatchObject({ what: 'GET /api/user', site: 'cross-site', cookie: undefined });
  expect(await cookies.get({ name: 'device' })).toEqual([]);
  const socket = new main.electron.net.WebSocket(url.replace('http', 'ws'), {
    session: session(),
    origin,
    useSessionCookies: true,
  });
  await new Promise((resolve) => (socket.onclose = resolve));
  expect(received[2]).toMatchObject({ what: 'websocket /', origin, cookie: undefined });
});
