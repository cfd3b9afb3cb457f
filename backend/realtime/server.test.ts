import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { NodeWebSocket, NodeXHR, type TransportCtor } from 'engine.io-client';
import { io } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SOCKET_LIMITS } from '#shared/limits.ts';
import { failBeforeHandshake } from '#shared/realtime/early-close.ts';
import { SOCKET_OPTIONS } from '#shared/realtime/live-session.ts';
import { openTestLink, type TestLink } from '../testing/live-link.ts';
import { connectLiveClient, connectTwoClients } from '../testing/two-clients.ts';
import { rooms } from './rooms.ts';

let link: TestLink;
beforeEach(async () => {
  link = await openTestLink({ sweepEveryMs: 50 });
});
afterEach(() => link.close());

/** Status of a raw handshake; 101 is an accepted upgrade. */
function knock(transport: string, headers: Record<string, string>): Promise<number> {
  const upgrade = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    'Sec-WebSocket-Version': '13',
  };
  const request = get(`${link.url}/socket.io/?EIO=4&transport=${transport}`, {
    headers: { ...(transport === 'websocket' ? upgrade : {}), ...headers },
  });
  return new Promise((resolve, reject) => {
    const done = (res: IncomingMessage): void => {
      res.resume();
      resolve(res.statusCode ?? 0);
    };
    request.once('response', done);
    request.once('upgrade', (res, socket) => {
      socket.destroy();
      done(res);
    });
    request.once('error', reject);
  });
}

describe('handshake', () => {
  it.each(['websocket', 'polling'])(
    'refuses %s of another origin, without one, and without a session',
    async (transport) => {
      const { cookie } = link.person().party;
      expect(await knock(transport, { Cookie: cookie, Origin: 'http://evil.test' })).toBe(403);
      expect(await knock(transport, { Cookie: cookie })).toBe(403);
      expect(await knock(transport, { Cookie: cookie, Origin: link.url, 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
      expect(await knock(transport, { Origin: link.url })).toBe(401);
      expect(await knock(transport, { Origin: link.url, Cookie: 'sid=forged' })).toBe(401);
      expect(await knock(transport, { Cookie: cookie, Origin: link.url })).toBe(transport === 'websocket' ? 101 : 200);
    },
  );

  it('accepts polling by a browser, whose same-origin GET has no Origin', async () => {
    const { cookie } = link.person().party;
    expect(await knock('polling', { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' })).toBe(200);
    expect(await knock('websocket', { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' })).toBe(403);
  });

  it('rejects a socket id in the URL without a session', async () => {
    expect(
      await knock('polling', { Origin: link.url }).then(() => knock('polling&sid=x&sid=', { Origin: link.url })),
    ).toBe(401);
    expect(await knock('polling&sid=unknown', { Origin: link.url })).toBe(400);
  });

  it('returns 503 while sessions cannot be read', async () => {
    await link.close();
    link = await openTestLink({ authenticate: () => Promise.reject(new Error('database unavailable')) });
    expect(await knock('websocket', { Cookie: 'sid=any', Origin: link.url })).toBe(503);
  });

  it('leaves other paths to the application', async () => {
    const answer = await fetch(`${link.url}/api/posts`);
    expect(await answer.text()).toBe('app');
  });

  it.each(['/socket.io/?EIO=4&transport=websocket', '/api/posts', '//'])(
    'survives a connection that is reset while it is upgraded on %s',
    async (path) => {
      let release = (): void => undefined;
      await link.close();
      link = await openTestLink({ authenticate: () => new Promise((resolve) => (release = () => resolve(null))) });
      const upgraded = once(link.httpServer, 'upgrade');
      const client = connect(Number(new URL(link.url).port), '127.0.0.1');
      client.on('error', () => undefined);
      const headers = `Host: x\r\nOrigin: ${link.url}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`;
      client.write(`GET ${path} HTTP/1.1\r\n${headers}\r\n`);
      const [, socket] = (await upgraded) as [IncomingMessage, Duplex];
      const thrown: unknown[] = [];
      await new Promise<void>((resolve) => {
        socket.once('close', resolve);
        process.setUncaughtExceptionCaptureCallback((error) => resolve(void thrown.push(error)));
        client.resetAndDestroy();
      });
      process.setUncaughtExceptionCaptureCallback(null);
      expect(thrown).toEqual([]);
      release();
    },
  );

  it.each(['websocket', 'polling'] as const)('sends hello over %s', async (transport) => {
    const client = await connectLiveClient({ ...link.person().party, transports: [transport] });
    expect(client.socket.io.engine.transport.name).toBe(transport);
    client.close();
  });

  it('connects by polling where the network blocks websockets, and by websocket elsewhere', async () => {
    const { cookie } = link.person().party;
    const reach = async (): Promise<string> => {
      const socket = io(link.url, {
        ...SOCKET_OPTIONS,
        forceNew: true,
        extraHeaders: { Cookie: cookie, Origin: link.url },
      });
      const hello = new Promise((resolve, reject) => socket.once('hello', resolve).once('connect_error', reject));
      socket.connect();
      await hello;
      const { name } = socket.io.engine.transport;
      socket.close();
      return name;
    };
    expect(await reach()).toBe('websocket');
    link.httpServer.prependListener('upgrade', (_req, socket) => socket.destroy());
    expect(await reach()).toBe('polling');
  });

  it('connects by polling where a proxy accepts websockets and drops them, without waiting', async () => {
    const { cookie } = link.person().party;
    let upgrades = 0;
    link.httpServer.removeAllListeners('upgrade');
    link.httpServer.on('upgrade', ({ headers }, socket) => {
      upgrades += 1;
      // RFC 6455, section 4.2.2.
      const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
      const accept = createHash('sha1').update(`${headers['sec-websocket-key']}${magic}`).digest('base64');
      socket.end(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          `Sec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
    });
    class TestWebSocket extends NodeWebSocket {}
    failBeforeHandshake(TestWebSocket.prototype);
    const socket = io(link.url, {
      ...SOCKET_OPTIONS,
      transports: [TestWebSocket, NodeXHR] as unknown as TransportCtor[],
      timeout: 600_000,
      forceNew: true,
      extraHeaders: { Cookie: cookie, Origin: link.url },
    });
    const hello = () => new Promise((resolve) => socket.once('hello', resolve));
    const first = hello();
    socket.connect();
    await first;
    expect([socket.io.engine.transport.name, upgrades]).toEqual(['polling', 1]);
    // Each further attempt tries the websocket once, and no connection by polling is upgraded.
    const second = hello();
    socket.io.engine.close();
    await second;
    expect([socket.io.engine.transport.name, upgrades]).toEqual(['polling', 2]);
    socket.close();
  });

  it('rejects the eleventh socket of a user with an error code, and accepts it when another has closed', async () => {
    const { party } = link.person();
    const open = await Promise.all(
      Array.from({ length: SOCKET_LIMITS.socketsPerUser }, () => connectLiveClient(party)),
    );
    await expect(connectLiveClient(party)).rejects.toMatchObject({ data: { code: 'TOO_MANY_SOCKETS' } });
    open[0]?.close();
    await expect.poll(() => link.realtime.socketCount()).toBe(SOCKET_LIMITS.socketsPerUser - 1);
    open.push(await connectLiveClient(party));
    for (const client of open) client.close();
  });
});

describe('pushes', () => {
  it('reach a socket once even in several rooms, and skip excluded rooms', async () => {
    const [ana, ben] = [link.person(), link.person()];
    const [first, second] = await connectTwoClients(ana.party, ben.party);
    for (const client of [first, second]) await client.ask('join-room', rooms.feed);
    link.realtime.publish({ to: [rooms.feed, rooms.user(ana.id)], except: [rooms.user(ben.id)] }, 'post-deleted', {
      id: 'p',
      userId: 'u',
    });
    link.realtime.publish({ to: [] }, 'post-deleted', { id: 'no one', userId: 'u' });
    link.realtime.publish({ to: [rooms.feed] }, 'comment-deleted', { id: 'end', postId: 'p' });
    await Promise.all([first.next('comment-deleted'), second.next('comment-deleted')]);
    expect(first.frames.map((frame) => frame.payload['id'])).toEqual(['p', 'end']);
    expect(second.frames.map((frame) => frame.payload['id'])).toEqual(['end']);
    expect(Date.parse(String(first.frames[0]?.payload['at']))).toBeGreaterThan(0);
  });

  it('go to more rooms than one emit contains, once to each', async () => {
    const [ana, ben] = [link.person(), link.person()];
    const clients = await connectTwoClients(ana.party, ben.party);
    const others = Array.from({ length: 1_200 }, (_none, at) => `user-${at}`);
    const to = [rooms.user(ana.id), ...others, rooms.user(ben.id)];
    link.realtime.publish({ to }, 'post-deleted', { id: 'p', userId: 'u' });
    for (const client of clients) {
      await client.next('post-deleted');
      expect(client.frames).toHaveLength(1);
    }
  });

  it('of bulk data are sent once per burst and kind', async () => {
    const ana = link.person();
    const client = await connectLiveClient(ana.party);
    for (let times = 0; times < 20; times += 1) {
      link.realtime.publish({ to: [rooms.user(ana.id)] }, 'data-updated', { type: 'post' });
      link.realtime.publish({ to: [rooms.user(ana.id)] }, 'data-updated', { type: 'course' });
    }
    await expect.poll(() => client.frames.length).toBe(2);
    expect(client.frames.map((frame) => frame.payload['type'])).toEqual(['post', 'course']);
  });
});

describe('a client that does not read', () => {
  it('is disconnected, without effect on others', async () => {
    const [ana, ben] = [link.person(), link.person()];
    const reader = await connectLiveClient(ben.party);
    const stalled = await connectAndStall(ana.party.cookie);
    await expect.poll(() => link.realtime.socketCount()).toBe(2);
    const id = 'x'.repeat(100_000);
    await expect
      .poll(
        () => {
          link.realtime.publish({ to: [rooms.user(ana.id)] }, 'post-deleted', { id, userId: ana.id });
          return link.realtime.socketCount();
        },
        { interval: 1 },
      )
      .toBe(1);
    expect(reader.socket.connected).toBe(true);
    stalled.destroy();
  });
});

/** Opens a WebSocket that connects and then stops reading. */
async function connectAndStall(cookie: string): Promise<Duplex> {
  const request = get(`${link.url}/socket.io/?EIO=4&transport=websocket`, {
    headers: {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      'Sec-WebSocket-Version': '13',
      Cookie: cookie,
      Origin: link.url,
    },
  });
  const socket = await new Promise<Duplex>((resolve) => request.once('upgrade', (_res, upgraded) => resolve(upgraded)));
  socket.on('error', () => undefined);
  socket.pause();
  // The text frame "40", connect to the main namespace, under a mask of zeros (RFC 6455, section 5.2).
  socket.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30]));
  return socket;
}

describe('ending', () => {
  it('disconnects a revoked session permanently, and no other', async () => {
    const [ana, ben] = [link.person(), link.person()];
    const [first, second] = await connectTwoClients(ana.party, ben.party);
    link.realtime.disconnectSession(ana.sessionId);
    expect(await first.cut()).toBe('io server disconnect');
    expect(second.socket.connected).toBe(true);
    link.realtime.disconnectUser(ben.id);
    expect(await second.cut()).toBe('io server disconnect');
  });

  it('disconnects a revoked session between its handshake and connect', async () => {
    const ana = link.person();
    const ws = new WebSocket(`${link.url}/socket.io/?EIO=4&transport=websocket`, {
      headers: { Cookie: ana.party.cookie, Origin: link.url },
    } as unknown as string[]);
    await new Promise((resolve) => ws.addEventListener('message', resolve, { once: true }));
    const closed = new Promise((resolve) => ws.addEventListener('close', resolve, { once: true }));
    link.realtime.disconnectSession(ana.sessionId);
    await closed;
  });

  it('disconnects sessions that ended on another node', async () => {
    const [ana, ben] = [link.person(), link.person()];
    const [first, second] = await connectTwoClients(ana.party, ben.party);
    link.dead.add(ana.sessionId);
    expect(await first.cut()).toBe('io server disconnect');
    expect(second.socket.connected).toBe(true);
  });

  it('does not disconnect sockets while sessions cannot be read', async () => {
    await link.close();
    let sweeps = 0;
    link = await openTestLink({
      sweepEveryMs: 10,
      isSessionLive: () => {
        sweeps += 1;
        return Promise.reject(new Error('database unavailable'));
      },
    });
    const client = await connectLiveClient(link.person().party);
    await expect.poll(() => sweeps).toBeGreaterThan(2);
    expect(client.socket.connected).toBe(true);
  });

  it('drains so that clients reconnect, and rejects new ones', async () => {
    const [ana, ben] = [link.person(), link.person()];
    const clients = await connectTwoClients(ana.party, ben.party);
    let status: number | undefined;
    const beforeEnd = async (): Promise<void> => {
      status = await knock('websocket', { Cookie: ana.party.cookie, Origin: link.url });
    };
    await link.realtime.close({ drainMs: 100, beforeEnd });
    expect(status).toBe(503);
    expect(await Promise.all(clients.map((client) => client.cut()))).toEqual(['transport close', 'transport close']);
  });

  it('closes without waiting for a peer that does not respond', async () => {
    const { host, pathname, search } = new URL('/socket.io/?EIO=4&transport=websocket', link.url);
    const silent = connect({ port: Number(host.split(':')[1]), host: '127.0.0.1', allowHalfOpen: true });
    const { cookie } = link.person().party;
    silent.write(
      `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: ` +
        `Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ` +
        `${randomBytes(16).toString('base64')}\r\nOrigin: ${link.url}\r\nCookie: ${cookie}\r\n\r\n`,
    );
    const [answer] = (await once(silent, 'data')) as [Buffer];
    expect(answer.toString()).toContain('101');
    silent.pause();
    const stopped = new Promise((resolve) => link.httpServer.close(resolve));
    const startedAt = performance.now();
    await link.realtime.close();
    await stopped;
    // The HTTP server by itself waits half a minute for it.
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    silent.destroy();
  });
});
