import { connect, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { RequestListener, Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { closeSlowBodies, closeSlowReaders, createHttpServer } from './server.ts';

let server: Server;
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function listen(answer: RequestListener, { everyMs = 1_000 } = {}): Promise<number> {
  server = createHttpServer(answer);
  closeSlowBodies(server, { bodyMs: 50, uploads: { leastBytes: 1_000, everyMs } });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Declares a body, sends it byte by byte, and returns the response once the connection is closed. */
function drip(port: number, path: string, type: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let heard = '';
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 100000\r\n\r\n-`);
    const timer = setInterval(() => socket.writable && socket.write('-'), 10);
    socket.on('data', (data) => (heard += String(data)));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      resolve(heard);
    });
  });
}

const refuse: RequestListener = (_req, res) => void res.writeHead(403).end();

it.each([
  ['a body that is not read', '/socket.io/?EIO=4', 'text/plain'],
  ['an upload that was refused', '/api/uploads', 'multipart/form-data; boundary=b'],
])('cuts %s', async (_name, path, type) => {
  expect(await drip(await listen(refuse), path, type)).toContain('403');
});

it('cuts a slow body that is being read', async () => {
  const port = await listen((req) => void req.resume());
  expect(await drip(port, '/api/posts', 'application/json')).toBe('');
});

it('cuts bytes of a resumable upload that arrive too slowly', async () => {
  const port = await listen((req) => void req.resume());
  expect(await drip(port, '/api/uploads/sessions/1', 'application/offset+octet-stream')).toBe('');
});

it('does not cut an upload while the server does not read it', async () => {
  let isCut = false;
  const port = await listen((req, res) => {
    req.once('close', () => (isCut = !res.writableEnded));
    setTimeout(() => res.end('read late'), 2_500);
  });
  expect(await drip(port, '/api/uploads/sessions/1', 'application/offset+octet-stream')).toContain('read late');
  expect(isCut).toBe(false);
});

it('leaves a slow upload that is being read its time', async () => {
  const takeSome: RequestListener = (req, res) => {
    let bytes = 0;
    req.on('data', (data: Buffer) => {
      bytes += data.length;
      // Some 200 ms at a byte in 10 ms, four times what other bodies have.
      if (bytes > 20 && !res.writableEnded) res.end('enough');
    });
  };
  const port = await listen(takeSome, { everyMs: 60_000 });
  expect(await drip(port, '/api/uploads?purpose=post-image', 'multipart/form-data; boundary=b')).toContain('enough');
});

/** Reads so many bytes a second of a response. Returns how many arrived once the connection is closed. */
function readSlowly(port: number, bytesPerSecond: number): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let bytes = 0;
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    socket.pause();
    const timer = setInterval(() => {
      const part = socket.read() as Buffer | null;
      bytes += part?.length ?? 0;
    }, 65_536_000 / bytesPerSecond);
    socket
      .on('error', () => undefined)
      .on('close', () => {
        clearInterval(timer);
        resolve(bytes);
      });
  });
}

it('cuts a client that does not read its response, and leaves a slow one its time', async () => {
  const size = 20_000_000;
  const closed: boolean[] = [];
  const port = await listen((_req, res) => {
    res.once('close', () => closed.push(res.writableFinished));
    Readable.from(Array.from({ length: size / 100_000 }, () => Buffer.alloc(100_000))).pipe(res);
  });
  // On a busy machine neither side runs for a second.
  closeSlowReaders(server, { leastBytes: 60_000, everyMs: 3_000 });
  const stalled = connect(port, '127.0.0.1');
  stalled.on('error', () => undefined).pause();
  stalled.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const slow = readSlowly(port, 5_000_000);
  await expect.poll(() => closed).toContain(false);
  stalled.destroy();
  expect(await slow).toBeGreaterThan(size);
  expect(closed.toSorted()).toEqual([false, true]);
});
