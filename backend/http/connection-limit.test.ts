import { BlockList, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { sendRaw } from '../testing/raw-requests.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await app.close();
});

/** Opens a connection that sends nothing; resolves with it, or null when the server closes it. */
function idle(from: string): Promise<Socket | null> {
  const socket = connect({ port: Number(new URL(app.url).port), host: '127.0.0.1', localAddress: from });
  sockets.push(socket);
  return new Promise((resolve) => {
    socket.on('error', () => undefined).on('close', () => resolve(null));
    // A server that accepts the connection reads the first half of a request and waits for the rest.
    socket.write('GET /api/health/live HTTP/1.1\r\nHost: x\r\n\r\n', () => socket.once('data', () => resolve(socket)));
  });
}

describe('without a proxy', () => {
  it('limits the connections of an address, and not those of others or of a trusted network', async () => {
    const trusted = new BlockList();
    trusted.addAddress('127.0.0.9');
    app = await createTestApp({ connectionsPerAddress: 5, limitFactor: 1, trustedNetworks: trusted });
    const opened = await Promise.all(Array.from({ length: 5 }, () => idle('127.0.0.7')));
    expect(opened).not.toContain(null);
    expect(await idle('127.0.0.7')).toBeNull();
    expect(await idle('127.0.0.8')).not.toBeNull();
    expect(await Promise.all(Array.from({ length: 20 }, () => idle('127.0.0.9')))).not.toContain(null);
    opened[0]?.destroy();
    await expect.poll(async () => (await idle('127.0.0.7')) !== null).toBe(true);
  });
});

describe('behind a proxy', () => {
  it('limits the unfinished requests of an address', async () => {
    app = await createTestApp({ connectionsPerAddress: 3, limitFactor: 1, trustProxy: 1 });
    const client = (from: string) => ({ url: app.url, headers: { 'x-forwarded-for': from } });
    // Their bodies never arrive.
    const stalled = Array.from({ length: 3 }, () => sendRaw(client('192.0.2.1'), { path: '/api/posts', body: 100 }));
    await expect.poll(() => sendRaw(client('192.0.2.1'), { path: '/api/meta' }).status).toBe(429);
    expect(await sendRaw(client('192.0.2.2'), { path: '/api/meta' }).status).toBe(200);
    for (const { socket } of stalled) socket.destroy();
    await expect.poll(() => sendRaw(client('192.0.2.1'), { path: '/api/meta' }).status).toBe(200);
  });
});
