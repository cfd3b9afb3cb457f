import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { allEndpoints } from '#shared/api/index.ts';
import { endProgram, LOAD_BALANCERS } from './testing/load-balancers.ts';
import { findPort } from './testing/ports.ts';
import { isMissing } from './testing/programs.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';

const SECRET = Object.values(allEndpoints).filter((endpoint) => 'hasSecret' in endpoint);
/** What no response of the server with a secret is: long enough for every proxy to compress it. */
const LONG = JSON.stringify(Array.from({ length: 400 }, (_, number) => `code ${number}`));

/** Sends a request as a browser that decodes nothing by itself. */
function send(url: string, method: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number | undefined; encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
    const sent = request(url, { method, headers: { 'accept-encoding': 'gzip, deflate, br', ...headers } }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () =>
        resolve({
          status: res.statusCode,
          encoding: res.headers['content-encoding'],
          bytes: Buffer.concat(chunks),
        }),
      );
    });
    sent.on('error', reject).end();
  });
}

describe.each(Object.entries(LOAD_BALANCERS))('behind %s as documented', (program, balancer) => {
  describe.skipIf(isMissing(program))(`(needs ${program})`, () => {
    let app: TestApp;
    let upstream: Server;
    let folder: string;
    const proxies: ChildProcess[] = [];

    beforeAll(async () => {
      app = await createTestApp({ trustProxy: 1 });
      folder = mkdtempSync(join(tmpdir(), 'lyceum-proxy-'));
      // Responses as long as none with a secret is, with the header of `backend/http/router.ts`.
      upstream = createServer((req, res) => {
        const isSecret = req.headers['x-secret'] !== undefined;
        res.setHeader('Cache-Control', isSecret ? 'no-store, no-transform' : 'no-store');
        res.setHeader('Content-Type', 'application/json; charset=utf-8').end(LONG);
      });
      await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    });
    afterAll(async () => {
      for (const proxy of proxies) await endProgram(proxy);
      await app.close();
      upstream.close();
      rmSync(folder, { recursive: true });
    });

    /** Starts the proxy in front of one node. Returns its address when it passes requests on. */
    async function start(node: number): Promise<string> {
      const port = await findPort();
      proxies.push(balancer.start({ folder, port, nodes: [node] }));
      const url = `http://127.0.0.1:${port}`;
      await vi.waitFor(async () => expect((await send(`${url}/api/health/ready`, 'GET')).status).toBe(200));
      return url;
    }

    it('a page of the feed is compressed once', async () => {
      const member = app.visitor();
      await member.signUp('teacher');
      const content = 'The leaves of plants turn to the light. '.repeat(12);
      for (let number = 0; number < 3; number += 1)
        await member.post('/api/posts', { body: { content: `${number} ${content}` } });
      const url = await start(Number(new URL(app.url).port));
      const headers = { cookie: member.cookie, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
      const { encoding, bytes } = await send(`${url}/api/posts`, 'GET', headers);
      expect(encoding).toBe('gzip');
      expect(JSON.parse(gunzipSync(bytes).toString())[0].content).toContain('The leaves of plants');
      await endProgram(proxies.pop() as ChildProcess);
    });

    it('a response with a secret is not compressed, however long', async () => {
      const url = await start((upstream.address() as { port: number }).port);
      for (const { method, path } of SECRET) {
        const filled = path.replaceAll(/:\w+/g, '0191');
        for (const spelled of [filled, `${filled}/`, `${filled.toUpperCase()}?a=b`]) {
          const { status, encoding, bytes } = await send(url + spelled, method, { 'x-secret': 'yes' });
          expect([spelled, status, encoding, bytes.toString()]).toEqual([spelled, 200, undefined, LONG]);
        }
      }
      expect((await send(`${url}/api/posts`, 'GET')).encoding).toBe('gzip');
    });
  });
});
