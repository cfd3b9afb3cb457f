import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import express, { type Express } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '#shared/api/index.ts';
import type { Pool } from '../db/pool.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { createCompression } from './compression.ts';
import { createRateLimits } from './rate-limits.ts';
import type { Route } from './route.ts';
import { createRouter } from './router.ts';

interface Received {
  encoding: string | undefined;
  bytes: Buffer;
  headers: Record<string, unknown>;
}

/** Sends a GET as a browser that decodes nothing by itself. */
function get(url: string, headers: Record<string, string>): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () =>
        resolve({ encoding: res.headers['content-encoding'], bytes: Buffer.concat(chunks), headers: res.headers }),
      );
    });
    sent.on('error', reject).end();
  });
}

const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' };

describe('responses of the server', () => {
  const apps: TestApp[] = [];
  beforeAll(async () => {
    for (const trustProxy of [0, 1]) apps.push(await createTestApp({ trustProxy }));
  });
  afterAll(() => Promise.all(apps.map((app) => app.close())));

  /** A page of the feed with 20 posts of 500 characters, and a CSRF token. */
  async function load(app: TestApp | undefined, headers: Record<string, string>) {
    if (!app) throw new Error('the server has not started');
    const member = app.visitor();
    await member.signUp('teacher');
    await app.confirmEmail(member);
    for (let number = 0; number < 3; number += 1)
      await member.post('/api/posts', {
        body: { content: `${number} ${'The leaves of plants turn to the light. '.repeat(12)}` },
      });
    const all = { ...headers, cookie: member.cookie, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
    const [feed, token] = await Promise.all(['/api/posts', '/api/csrf-token'].map((path) => get(app.url + path, all)));
    if (!feed || !token) throw new Error('no response');
    return { feed, token };
  }

  it.each([
    ['br', BROWSER, brotliDecompressSync],
    ['gzip', { 'accept-encoding': 'gzip' }, gunzipSync],
    [undefined, {}, (bytes: Buffer) => bytes],
  ] as const)('of lists are compressed as %s for a client that accepts it', async (encoding, headers, decode) => {
    const { feed } = await load(apps[0], headers);
    expect(feed.encoding).toBe(encoding);
    expect(feed.headers['vary']).toContain('Accept-Encoding');
    expect(JSON.parse(decode(feed.bytes).toString())[0].content).toContain('The leaves of plants');
  });

  it('are left to the proxy where one is in front', async () => {
    const { feed } = await load(apps[1], BROWSER);
    expect(feed.encoding).toBeUndefined();
  });

  it('with a token forbid every proxy to compress them', async () => {
    for (const app of apps) {
      const { token } = await load(app, BROWSER);
      expect(token).toMatchObject({ encoding: undefined, headers: { 'cache-control': 'no-store, no-transform' } });
    }
  });
});

it('does not compress a long response that contains a secret', async () => {
  const read = (path: string, hasSecret: boolean): Route => ({
    endpoint: { method: 'GET', path, who: 'public', hasSecret, isNavigable: true },
    schemas: {},
    handler: async () => ({ codes: Array.from({ length: 400 }, (_, number) => `code ${number}`) }),
  });
  const limits = createRateLimits(1);
  const app: Express = express();
  app.use((req, _res, next) => {
    Object.assign(req, { session: {} });
    next();
  });
  const router = {
    twoFactorRoles: [],
    pool: {} as Pool,
    forkEm: unused,
    keys: {} as never,
    compress: createCompression({ trustProxy: 0 }),
  };
  app.use(createRouter([read('/api/plain', false), read('/api/secret', true)], router, { limits }));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const encodingOf = async (path: string) => (await get(`http://127.0.0.1:${port}${path}`, BROWSER)).encoding;
  expect(await encodingOf('/api/plain')).toBe('br');
  expect(await encodingOf('/api/secret')).toBeUndefined();
  server.close();
});

function unused(): never {
  throw new Error('not used');
}

it('counts every response with a token or another secret', () => {
  const secret = Object.entries(allEndpoints).filter(([, endpoint]) => 'hasSecret' in endpoint);
  expect(secret.map(([name]) => name).toSorted()).toEqual([
    'enableTwoFactor',
    'getCsrfToken',
    'getFileLink',
    'getIceServers',
    'renewCalendarFeed',
    'renewRecoveryCodes',
    'setUpTwoFactor',
  ]);
});
