import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

const FOREIGN = { origin: 'https://evil.example' };
let app: TestApp;
let webDir: string;

beforeAll(async () => {
  webDir = mkdtempSync(join(tmpdir(), 'web-'));
  mkdirSync(join(webDir, 'assets'));
  writeFileSync(join(webDir, 'assets', 'one.js'), 'export const one = 1;');
  writeFileSync(join(webDir, 'index.html'), '<script src="/assets/one.js"></script>');
  app = await createTestApp({ webDir, isHttps: true, trustProxy: 1 });
});
afterAll(async () => {
  await app.close();
  rmSync(webDir, { recursive: true, force: true });
});

it.each([
  ['a page', 'GET', '/home', 200],
  ['a script', 'GET', '/assets/one.js', 200],
  ['an unknown page', 'GET', '/.git/config', 404],
  ['data', 'GET', '/api/username-available?u=free.name', 200],
  ['data at an address in other letters', 'GET', '/api/Username-Available/?u=free.name', 200],
  ['an unknown address', 'GET', '/api/nowhere', 404],
  ['a refused read', 'GET', '/api/user', 401],
  ['a refused write', 'POST', '/api/login', 403],
  ['a preflight', 'OPTIONS', '/api/login', undefined],
  ['a preflight of an upload', 'OPTIONS', '/api/uploads/sessions', undefined],
] as const)('%s has the headers that protect it, also for another origin', async (_what, method, path, status) => {
  for (const headers of [{}, FOREIGN]) {
    const response = await fetch(app.url + path, { method, headers });
    const isRefused = headers === FOREIGN && path.toLowerCase().startsWith('/api');
    if (status !== undefined) expect(response.status).toBe(isRefused ? 403 : status);
    const sent = Object.fromEntries(response.headers);
    expect(sent).toMatchObject({
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
    const policy = sent['content-security-policy']?.split(';').map((directive) => directive.trim()) ?? [];
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(Object.keys(sent).filter((name) => /^access-control-|^x-powered-by$|^server$/.test(name))).toEqual([]);
    // The response to a preflight is a list of methods.
    if ((await response.text()) && method !== 'OPTIONS') expect(sent['content-type']).toMatch(/; charset=utf-8$/);
  }
});

it('TRACE is refused, and its headers are not sent back', async () => {
  const [status, text] = await new Promise<[number | undefined, string]>((resolve, reject) => {
    const sent = request(
      app.url,
      { method: 'TRACE', path: '/api/user', headers: { cookie: 'planted=1' } },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
        response.on('end', () => resolve([response.statusCode, body]));
      },
    );
    sent.on('error', reject);
    sent.end();
  });
  expect(status).toBe(403);
  expect(text).not.toContain('planted');
});

it.each([
  ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked'],
  ['two lengths', 'Content-Length: 5\r\nContent-Length: 50'],
  ['another last encoding than chunks', 'Transfer-Encoding: chunked, identity'],
])('a request with %s is refused, since a proxy may see another end of it', async (_what, headers) => {
  const text = await new Promise<string>((resolve, reject) => {
    let received = '';
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.setEncoding('utf8').on('data', (part: string) => (received += part));
    socket.on('error', reject).on('close', () => resolve(received));
    const smuggled = 'GET /api/user HTTP/1.1\r\nHost: x\r\n\r\n';
    socket.write(`POST /api/login HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n0\r\n\r\n${smuggled}`);
  });
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
});

it.each([
  ['data', '/api/health/live', ''],
  ['a page', '/home', ''],
  ['a live link', '/socket.io/?EIO=4&transport=polling', ''],
  [
    'an upgrade',
    '/socket.io/?EIO=4&transport=websocket',
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n',
  ],
])(
  'a request of %s with two hosts is refused, since a proxy may have used the other one',
  async (_what, path, more) => {
    const send = (hosts: string) =>
      new Promise<string>((resolve, reject) => {
        let received = '';
        const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
        socket.setEncoding('utf8').on('data', (part: string) => (received += part));
        socket.on('error', reject).on('close', () => resolve(received));
        socket.write(`GET ${path} HTTP/1.1\r\n${hosts}${more || 'Connection: close\r\n'}\r\n`);
      });
    expect(await send('Host: x\r\nhost: y\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await send('Host: x\r\nHost: x\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await send('Host: x\r\n')).not.toMatch(/^HTTP\/1\.1 400 /);
  },
);
