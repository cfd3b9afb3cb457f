import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { FakeCookies } from '../testing/electron/cookies.ts';
import { fetchAsMain } from '../testing/electron/main-fetch.ts';
import { expect, test } from './fixtures.ts';

/** Cookies that the recording server sets. */
const SET_COOKIES = ['lax=1; SameSite=Lax', 'plain=1', 'strict=1; SameSite=Strict', 'none=1; SameSite=None; Secure'];

/** What a page, or main, passes to fetch. */
interface PageRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  credentials?: 'include' | 'omit';
}

/** What a server receives of one request, and what comes of it. */
interface Outcome {
  /** Each request, in order, with the headers that Chromium decides about. */
  requests: object[];
  isRead: boolean;
  stored: string[];
}

let server: Server;
let requests: object[];

test.beforeAll(async () => {
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
test.afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Answers under /open with CORS headers, elsewhere without; /page is a document, /start sets cookies first. */
function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method = '', url = '', headers } = incoming;
  incoming.resume();
  if (url === '/page') return void outgoing.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>page</title>');
  if (url !== '/start') {
    const names = ['origin', 'cookie', 'access-control-request-method', 'access-control-request-headers'];
    const named = [...names, 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'].filter((name) => headers[name]);
    requests.push({ method, ...Object.fromEntries(named.map((name) => [name, headers[name]])) });
  }
  const isOpen = url.startsWith('/open');
  const allowed = isOpen && {
    'Access-Control-Allow-Origin': headers.origin ?? '',
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Allow-Methods': 'PUT',
    'Access-Control-Allow-Headers': 'content-type,csrf-token,lyceum-client',
    // Chromium would remember a preflight for 5 s; the fake sends each.
    'Access-Control-Max-Age': '0',
  };
  const names = url === '/start' ? SET_COOKIES : SET_COOKIES.map((cookie) => `new-${cookie}`);
  outgoing.writeHead(200, { ...allowed, 'Set-Cookie': method === 'OPTIONS' ? [] : names }).end('read');
}

const portOf = (): number => (server.address() as AddressInfo).port;
const byName = (names: string[]): string[] => names.map((name) => name.trim()).toSorted();

/** Makes cookies comparable: their order is not specified. */
function sorted(recorded: object[]): object[] {
  return recorded.map((request) =>
    'cookie' in request ? { ...request, cookie: byName(String(request.cookie).split(';')) } : request,
  );
}

async function runInChromium(page: Page, url: string, init: PageRequest): Promise<Outcome> {
  const { origin } = new URL(url);
  await page.context().clearCookies();
  await page.request.get(`${origin}/start`);
  requests = [];
  const isRead = await page.evaluate(
    ({ to, how }) =>
      fetch(to, how).then(
        async (response) => (await response.text()) === 'read',
        () => false,
      ),
    { to: url, how: init },
  );
  const cookies = await page.context().cookies(origin);
  const stored = byName(cookies.map(({ name }) => name).filter((name) => name.startsWith('new-')));
  return { requests: sorted(requests), isRead, stored };
}

async function runInFake(initiator: string, url: string, init: PageRequest): Promise<Outcome> {
  const cookies = new FakeCookies();
  for (const cookie of SET_COOKIES) cookies.take(url, cookie, { isSameSite: true });
  const session = { cookies, findProxyChallenge: async () => null, wayTo: async (to: string) => to };
  requests = [];
  const headers = { ...init.headers, Origin: initiator };
  const isRead = await fetchAsMain(session, url, { ...init, headers }).then(
    async (response) => (await response.text()) === 'read',
    () => false,
  );
  const stored = byName((await cookies.get({})).map(({ name }) => name).filter((name) => name.startsWith('new-')));
  // With a read of its own origin a page sends none; main's stays, because main has set it as a header.
  const isOwnRead = initiator === new URL(url).origin && (init.method ?? 'GET') === 'GET';
  const comparable = isOwnRead ? requests.map((request) => ({ ...request, origin: undefined })) : requests;
  return { requests: sorted(comparable), isRead, stored };
}

const JSON_WRITE = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };
const REQUESTS: [string, PageRequest][] = [
  ['a plain read', {}],
  ['a read with the version of the client', { headers: { 'Lyceum-Client': '0.1.0' } }],
  ['a read of a range', { headers: { Range: 'bytes=0-9' } }],
  ['a read without credentials', { credentials: 'omit' }],
  ['a write as of a form', { method: 'POST', headers: { 'Content-Type': 'text/plain;charset=UTF-8' }, body: 'x' }],
  ['a write of JSON', JSON_WRITE],
  ['a write with a token', { ...JSON_WRITE, headers: { ...JSON_WRITE.headers, 'CSRF-Token': 'x' } }],
  ['a replacement', { ...JSON_WRITE, method: 'PUT' }],
  ['a removal', { method: 'DELETE' }],
];

test('requests of main on the fake are preflighted, carry and store cookies, and are blocked as in Chromium', async ({
  browser,
}) => {
  // A server of another port is of the same site, one of another host is not.
  const other = createServer(answer);
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const port = portOf();
  const initiators = {
    'its own origin': `http://127.0.0.1:${String(port)}`,
    'another origin of its site': `http://127.0.0.1:${String((other.address() as AddressInfo).port)}`,
    'another site': `http://localhost:${String(port)}`,
  };
  const context = await browser.newContext();
  const page = await context.newPage();
  try {
    for (const [who, initiator] of Object.entries(initiators)) {
      await page.goto(`${initiator}/page`);
      for (const path of ['/closed', '/open'])
        for (const [what, init] of REQUESTS) {
          const url = `http://127.0.0.1:${String(port)}${path}`;
          const complete = { credentials: 'include', ...init } as const;
          const expected = await runInChromium(page, url, complete);
          const found = await runInFake(initiator, url, complete);
          expect({ who, path, what, ...found }).toEqual({ who, path, what, ...expected });
        }
    }
  } finally {
    await context.close();
    other.closeAllConnections();
    other.close();
  }
});
