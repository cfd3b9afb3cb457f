import http from 'node:http';
import https from 'node:https';
import { PassThrough, pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { FakeCookies } from './cookies.ts';
import {
  fetchMetadata,
  isCrossOrigin,
  isPreflightPassed,
  isReadable,
  isSameSite,
  originToSend,
  preflightHeaders,
  toLoaderRequest,
  type LoaderRequest,
} from './request-rules.ts';

/** Parts of a session that a request uses. */
interface RequestSession {
  cookies: FakeCookies;
  findProxyChallenge: (url: string) => Promise<string | null>;
  wayTo: (url: string) => Promise<string>;
}

/** The headers that Chromium adds when main has not set them. */
const DEFAULT_HEADERS = { Accept: '*/*', 'Accept-Language': 'en-GB', 'Accept-Encoding': 'gzip, deflate, br' };

/** Chromium's errors for those of Node. */
const NETWORK_ERRORS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'ERR_CERT_DATE_INVALID',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'ERR_CERT_AUTHORITY_INVALID',
  ERR_TLS_CERT_ALTNAME_INVALID: 'ERR_CERT_COMMON_NAME_INVALID',
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  ECONNRESET: 'ERR_CONNECTION_RESET',
  ENOTFOUND: 'ERR_NAME_NOT_RESOLVED',
};

/**
 * `session.fetch` as Electron's `lib/browser/api/net-fetch.ts` does it, over Node's sockets, with Chromium's rules for
 * CORS and cookies. It follows no redirect.
 */
export async function fetchAsMain(session: RequestSession, url: string, init: RequestInit): Promise<Response> {
  const request = new Request(url, init);
  const { signal } = request;
  signal.throwIfAborted();
  // "p.reject(error)" with the signal's reason, whatever the request waits for.
  const aborted = new Promise<never>((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  );
  return Promise.race([run(session, request), aborted]);
}

async function run(session: RequestSession, request: Request): Promise<Response> {
  const loader = toLoaderRequest(request);
  const { signal } = request;
  // ClientRequest collects a body that is not chunked (net-client-request.ts, SlurpStream) before the request starts.
  const body = request.body === null ? null : Buffer.from(await request.arrayBuffer());
  const { url, method, hasCredentials } = loader;
  if ((await session.findProxyChallenge(url)) !== null) throw new Error('net::ERR_TUNNEL_CONNECTION_FAILED');
  const way = await session.wayTo(url);
  // cors_url_loader.cc, StartRequest: CorsError::kDisallowedByMode.
  if (isCrossOrigin(loader) && loader.mode === 'same-origin') throw blocked();
  const preflight = preflightHeaders(loader);
  if (preflight) {
    // CreatePreflightRequest: without credentials.
    const response = await send(way, { url, method: 'OPTIONS', headers: new Headers(preflight), body: null, signal });
    response.incoming.destroy();
    if (!isPreflightPassed(loader, response)) throw blocked();
  }
  const headers = await headersToSend(session, loader);
  const response = await send(way, { url, method, headers, body, signal });
  const { status, incoming } = response;
  // The URL loader stores cookies before the CORS loader looks at the response.
  if (hasCredentials)
    for (const cookie of incoming.headers['set-cookie'] ?? [])
      session.cookies.take(url, cookie, { isSameSite: isSameSite(loader) });
  const isRefused = isCrossOrigin(loader) && !isReadable(loader, response.headers);
  const isRedirect = response.headers.has('location') && status >= 300 && status <= 399;
  if (!isRefused && !isRedirect) return toResponse(response, method);
  incoming.destroy();
  if (isRefused) throw blocked();
  if (request.redirect === 'follow') throw new Error('The fake of Electron follows no redirect.');
  throw new Error("Attempted to redirect, but redirect policy was 'error'");
}

async function headersToSend(session: RequestSession, loader: LoaderRequest): Promise<Headers> {
  const headers = new Headers(DEFAULT_HEADERS);
  for (const [name, value] of [...loader.headers, ...Object.entries(fetchMetadata(loader))]) headers.set(name, value);
  const origin = originToSend(loader);
  if (origin !== null) headers.set('Origin', origin);
  const { url, hasCredentials } = loader;
  const cookie = hasCredentials ? await session.cookies.header(url, { isSameSite: isSameSite(loader) }) : '';
  if (cookie !== '') headers.set('Cookie', cookie);
  return headers;
}

/** What CorsURLLoader reports, whatever the reason. */
function blocked(): Error {
  return new Error('net::ERR_FAILED');
}

interface Outgoing {
  url: string;
  method: string;
  headers: Headers;
  body: Buffer | null;
  signal: AbortSignal;
}

/** The head of a response, with the headers as net-fetch.ts joins them, and where its body arrives. */
interface Received {
  status: number;
  headers: Headers;
  incoming: http.IncomingMessage;
}

/** Sends a request to an address that may be a relay. */
function send(way: string, { url, method, headers, body, signal }: Outgoing): Promise<Received> {
  const { request } = way.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const outgoing = request(way, {
      method,
      headers: { ...Object.fromEntries(headers), Host: new URL(url).host },
      // Chromium repeats a request on a connection that the server has closed meanwhile; a new one needs none.
      agent: false,
      signal,
    });
    outgoing.on('error', (error: Error & { code?: string }) => {
      const known = NETWORK_ERRORS[error.code ?? ''];
      reject(known === undefined ? error : new Error(`net::${known}`));
    });
    outgoing.on('response', (incoming) => {
      const received = new Headers();
      for (const [name, value] of Object.entries(incoming.headers))
        if (value !== undefined) received.set(name, Array.isArray(value) ? value.join(', ') : value);
      resolve({ status: incoming.statusCode ?? 0, headers: received, incoming });
    });
    outgoing.end(body ?? undefined);
  });
}

/** The response as net-fetch.ts makes it, with a decoded body. */
function toResponse({ status, headers, incoming }: Received, method: string): Response {
  const init = { status, statusText: incoming.statusMessage ?? '', headers };
  if ([101, 204, 205, 304].includes(status) || method === 'HEAD') {
    incoming.resume();
    return new Response(null, init);
  }
  const body = Readable.toWeb(decode(incoming, headers.get('content-encoding')));
  return new Response(body as ReadableStream, init);
}

function decode(incoming: http.IncomingMessage, encoding: string | null): Readable {
  const decoders = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress };
  const create = decoders[encoding as keyof typeof decoders] as (() => import('node:zlib').Gunzip) | undefined;
  // The callback receives what the reader of the body receives too.
  return pipeline(incoming, create?.() ?? new PassThrough(), () => undefined);
}
