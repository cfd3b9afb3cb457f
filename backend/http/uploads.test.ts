import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import express, { type NextFunction, type Request, type Response } from 'express';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from './app-error.ts';
import { closeSlowBodies, createHttpServer } from './server.ts';
import { takeUpload } from './uploads.ts';

/**
 * What happened on the server, in order: an upload arrives, its work starts, ends, its client has disconnected, and it
 * leaves its place.
 */
let events: string[];
let release: Map<string, () => void>;
/** The server's side of each connection, by the name of its upload. */
let connections: Map<string, Socket>;
let server: Server;
let url: string;
/** Every body that receives less in this time is cut; a test shortens it. */
let rate: { leastBytes: number; everyMs: number };

beforeEach(async () => {
  events = [];
  release = new Map();
  connections = new Map();
  const app = express();
  app.post('/api/uploads/:person/:name', async (req, res) => {
    const { person, name } = req.params;
    res.once('close', () => events.push(`${name} closes`));
    events.push(`${name} arrives`);
    connections.set(name, req.socket);
    const { from } = req.query;
    // As when the session is read while the client disconnects.
    if (req.query['late'] !== undefined) await new Promise((resolve) => res.once('close', resolve));
    const source = typeof from === 'string' ? from : person;
    await takeUpload({ req, res, claim: { source, member: person } }, async () => {
      events.push(`${name} begins`);
      await new Promise<void>((resolve) => release.set(name, resolve));
      events.push(`${name} ends`);
      res.status(201).end();
    }).finally(() => events.push(`${name} leaves`));
  });
  app.use(
    (error: unknown, _req: Request, res: Response, _next: NextFunction) =>
      void res.status(error instanceof AppError ? error.status : 500).end(),
  );
  server = createHttpServer(app);
  rate = { leastBytes: 1_000, everyMs: 60_000 };
  closeSlowBodies(server, { uploads: rate });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/uploads`;
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const end of release.values()) end();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  // The places are those of the process, and the next test needs them.
  const count = (event: string) => events.filter((one) => one.endsWith(` ${event}`)).length;
  await expect.poll(() => count('leaves')).toBe(count('arrives'));
});

function send(path: string, signal?: AbortSignal): Promise<number> {
  const body = new FormData();
  body.set('file', new Blob(['bytes']), 'a.png');
  const sent = fetch(url + path, { method: 'POST', body, ...(signal && { signal }) });
  return sent.then(
    (response) => response.status,
    () => 0,
  );
}

const has = (event: string) => expect.poll(() => events).toContain(event);

it('releases a turn when the work has ended, not when the client disconnects', async () => {
  const hangUp = new AbortController();
  for (const name of ['a', 'b', 'c']) void send(`/${name}/${name}`, hangUp.signal);
  await Promise.all(['a', 'b', 'c'].map((name) => has(`${name} begins`)));
  hangUp.abort();
  await Promise.all(['a', 'b', 'c'].map((name) => has(`${name} closes`)));

  const next = send('/two/d');
  // It gets its response after d was read, because it was sent later.
  expect(await fetch(`${url}/two/e`, { method: 'POST', body: 'no form' }).then((response) => response.status)).toBe(
    415,
  );
  release.get('a')?.();
  await has('d begins');
  release.get('d')?.();
  expect(await next).toBe(201);
  expect(events.indexOf('a ends')).toBeLessThan(events.indexOf('d begins'));
});

it('takes no place for a client that has disconnected before', async () => {
  const hangUp = new AbortController();
  for (const name of ['a', 'b']) void send(`/gone/${name}?late`, hangUp.signal);
  await Promise.all(['a', 'b'].map((name) => has(`${name} arrives`)));
  hangUp.abort();
  await Promise.all(['a', 'b'].map((name) => has(`${name} leaves`)));
});

it('limits one user to two at once and accepts those of others', async () => {
  const own = Array.from({ length: 2 }, (_, index) => send(`/one/${index}`));
  await Promise.all(own.map((_, index) => has(`${index} arrives`)));
  expect(await send('/one/third')).toBe(503);
  for (let ended = 0; ended < 2; ended += 1) {
    await expect.poll(() => release.size).toBeGreaterThan(0);
    const [[name, end] = ['', () => undefined]] = release;
    release.delete(name);
    end();
  }
  expect(await Promise.all(own)).toEqual([201, 201]);
  const other = send('/two/other');
  await has('other begins');
  release.get('other')?.();
  expect(await other).toBe(201);
});

/** Begins an upload and sends nothing more; `state` shows whether the server has cut it. */
function stall(path: string): { socket: Socket; state: { isCut: boolean } } {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const state = { isCut: false };
  socket.on('error', () => undefined).on('close', () => (state.isCut = true));
  const headers = ['Host: x', 'Content-Type: multipart/form-data; boundary=b', 'Content-Length: 1000000'];
  socket.write(`POST ${new URL(url + path).pathname}${new URL(url + path).search} HTTP/1.1\r\n`);
  const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
  socket.write(`${headers.join('\r\n')}\r\n\r\n${part}`);
  return { socket, state };
}

/** Begins as many uploads as there are places for, none of which sends more. */
async function stallAll(prefix: string): Promise<ReturnType<typeof stall>[]> {
  const names = Array.from({ length: 24 }, (_, index) => `${prefix}${index}`);
  const stalled = names.map((name, index) => stall(`/p${index >> 1}/${name}?from=192.0.2.${index % 3}`));
  await Promise.all(names.map((name) => has(`${name} arrives`)));
  return stalled;
}

it('cuts stalled uploads, which then take no place from others', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(0);
  const waiting = await stallAll('waits');
  expect(await send('/honest/early?from=198.51.100.1')).toBe(503);
  for (const { socket } of waiting) socket.destroy();
  await Promise.all(waiting.map((_, index) => has(`waits${index} leaves`)));
  rate.everyMs = 100;
  const stalled = await stallAll('stalls');
  await expect.poll(() => stalled.every(({ state }) => state.isCut)).toBe(true);
  rate.everyMs = 60_000;
  const sent = send('/honest/later?from=198.51.100.1');
  await has('later begins');
  release.get('later')?.();
  expect(await sent).toBe(201);
});

/** Sends bytes of stalled uploads and waits until the server has received them. */
async function sendMore(stalled: Record<string, { socket: Socket }>, count: number): Promise<void> {
  const before = Object.keys(stalled).map((name) => [name, connections.get(name)?.bytesRead ?? 0] as const);
  for (const { socket } of Object.values(stalled)) socket.write('x'.repeat(count));
  await expect
    .poll(() => before.every(([name, read]) => (connections.get(name)?.bytesRead ?? 0) >= read + count))
    .toBe(true);
}

it('cuts the slowest upload when a new one of another user finds no place', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const slow = await stallAll('slow');
  const cut = () => events.filter((event) => /^slow.* closes$/.test(event));
  const others = slow.flatMap((upload, index) => (index === 5 ? [] : [[`slow${index}`, upload] as const]));
  await sendMore(Object.fromEntries(others), 50_000);
  now.mockReturnValue(3_000);
  // This user has two uploads.
  expect(await send('/p2/own?from=198.51.100.1')).toBe(503);
  const sent = send('/honest/first?from=198.51.100.1');
  await has('first begins');
  await expect.poll(cut).toEqual(['slow5 closes']);
  release.get('first')?.();
  expect(await sent).toBe(201);
  const sameAddress = send('/honest/second?from=192.0.2.0');
  await has('second begins');
  await expect.poll(cut).toHaveLength(2);
  release.get('second')?.();
  expect(await sameAddress).toBe(201);
});

it('cuts no upload that is fast enough, or that the server has received', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const names = Array.from({ length: 24 }, (_, index) => `f${index}`);
  const received = names.slice(0, 3).map((name, index) => send(`/p${index}/${name}?from=192.0.2.${index}`));
  await Promise.all(names.slice(0, 3).map((name) => has(`${name} begins`)));
  const fast = names.slice(3).map((name, index) => stall(`/q${index}/${name}?from=192.0.2.${index % 3}`));
  await Promise.all(names.slice(3).map((name) => has(`${name} arrives`)));
  await sendMore(Object.fromEntries(fast.map((upload, index) => [`f${index + 3}`, upload])), 400_000);
  now.mockReturnValue(3_000);
  expect(await send('/honest/late?from=198.51.100.1')).toBe(503);
  for (const name of names.slice(0, 3)) release.get(name)?.();
  expect(await Promise.all(received)).toEqual([201, 201, 201]);
});

it('limits one address to eight at once, except where many members share one', async () => {
  const from = '?from=192.0.2.7';
  const own = Array.from({ length: 8 }, (_, index) => send(`/u${index}/n${index}${from}`));
  await Promise.all(own.map((_, index) => has(`n${index} arrives`)));
  expect(await send(`/u9/ninth${from}`)).toBe(503);
  const shared = send('/u9/shared');
  await has('shared arrives');
  for (let ended = 0; ended < 9; ended += 1) {
    await expect.poll(() => release.size).toBeGreaterThan(0);
    const [[name, end] = ['', () => undefined]] = release;
    release.delete(name);
    end();
  }
  expect(new Set(await Promise.all([...own, shared]))).toEqual(new Set([201]));
});
