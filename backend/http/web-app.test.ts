import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import express from 'express';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PageHead } from './page-head.ts';
import { serveWebApp } from './web-app.ts';

const SCRIPT = `export const text = '${'x'.repeat(400_000)}';`;
let folder: string;
let server: Server;
let url: string;

function build(name: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'assets', `${name}.js`), SCRIPT);
  writeFileSync(join(folder, 'assets', `${name}.js.br`), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, '.stamp'), name);
  writeFileSync(join(folder, 'index.html'), `<script src="/assets/${name}.js"></script>`);
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'web-'));
  build('one');
  const app = express();
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  app.use(serveWebApp({ webDir: folder, publicUrl: url, loadItemHead }));
});
/** The head of the item `broken` cannot be written; there are no others. */
async function loadItemHead(id: string): Promise<PageHead | null> {
  return id === 'broken' ? { title: 'Bees', description: '', path: '/', imageUrl: 'http://[' } : null;
}
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(url + path, { headers: { 'accept-encoding': 'identity', ...headers } });

it('serves assets for long in the shortest form, and the page for everything else', async () => {
  const plain = await get('/assets/one.js');
  expect([plain.status, plain.headers.get('content-type'), plain.headers.get('cache-control')]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    'public, max-age=31536000, immutable',
  ]);
  expect(await plain.text()).toBe(SCRIPT);
  const short = await get('/assets/one.js', { 'accept-encoding': 'gzip, br' });
  expect([short.headers.get('content-encoding'), short.headers.get('vary')]).toEqual(['br', 'Accept-Encoding']);
  expect(await short.text()).toBe(brotliDecompressSync(brotliCompressSync(SCRIPT)).toString());
  expect((await get('/assets/one.js', { 'if-none-match': plain.headers.get('etag') ?? '' })).status).toBe(304);
  expect(
    (await fetch(`${url}/assets/one.js`, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } })).headers.get(
      'content-length',
    ),
  ).toBe(String(SCRIPT.length));
  for (const [path, status] of [
    ['/home', 200],
    ['/index.html', 404],
    ['/assets/two.js', 404],
    ['/.stamp', 404],
    ['/assets/one.js.br', 404],
    ['/assets/..%2f.stamp', 404],
    ['/%', 404],
  ] as const) {
    const answer = await get(path);
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, status, 'no-cache']);
    expect(await answer.text()).toContain('/assets/one.js');
  }
});

it('returns the whole file for any range', async () => {
  for (const range of ['bytes=5-2', 'bytes=-0', 'bytes=99999999-', 'bytes=x', 'bytes=0-1,5-9']) {
    const answer = await get('/assets/one.js', { range });
    expect([range, answer.status, (await answer.text()).length]).toEqual([range, 200, SCRIPT.length]);
  }
});

it.runIf(process.platform === 'linux')('leaves no file open for disconnected clients', async () => {
  const open = () => readdirSync('/proc/self/fd').length;
  const before = open();
  await Promise.all(
    Array.from(
      { length: 20 },
      () =>
        new Promise<void>((resolve) => {
          const socket = connect(Number(new URL(url).port), '127.0.0.1');
          socket.on('close', () => resolve()).on('error', () => undefined);
          socket.once('readable', () => socket.resetAndDestroy());
          socket.write('GET /assets/one.js HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20));
        }),
    ),
  );
  await expect.poll(open).toBeLessThan(before + 10);
});

it('serves the build in memory while the next one is written, then that one', async () => {
  await get('/home');
  rmSync(folder, { recursive: true });
  expect((await get('/assets/one.js')).status).toBe(200);
  build('two');
  await expect.poll(async () => (await get('/home')).text()).toContain('/assets/two.js');
  expect((await get('/assets/two.js')).status).toBe(200);
  expect((await get('/assets/one.js')).status).toBe(404);
});

it('returns the page of an item whose head cannot be written', async () => {
  const { status } = await get('/?item=broken');
  expect(status).toBe(200);
});
