import { CLIENT_VERSION_HEADER } from '#shared/api/meta.ts';

/** Request headers that are forwarded from the page. Only main sets cookies and Origin. */
const UP = new Set([
  'accept',
  'accept-language',
  'content-type',
  'csrf-token',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'range',
  'x-request-id',
]);
/** Headers of resumable uploads. Source: tus protocol 1.0. */
const UP_PREFIXES = ['tus-', 'upload-'];
/** Response headers that are not forwarded: the network stack decoded the body and stored the cookies. */
const NOT_DOWN = new Set([
  'set-cookie',
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'strict-transport-security',
]);

/**
 * Returns the headers that main sets on a request to an address of the server. Electron makes Origin the initiator of a
 * request, so it has to be the server's: of another initiator, Chromium sends and stores no SameSite=Lax cookies, and
 * it blocks responses without CORS headers (docs/decisions.md, 5).
 */
export function ownHeaders(url: string, appVersion: string): Record<string, string> {
  return { Origin: new URL(url).origin, [CLIENT_VERSION_HEADER]: appVersion };
}

/** Returns the headers of a page's request that are forwarded to the server. */
export function headersUp(headers: Headers): Headers {
  const up = new Headers();
  for (const [name, value] of headers) {
    if (UP.has(name) || UP_PREFIXES.some((prefix) => name.startsWith(prefix))) up.set(name, value);
  }
  return up;
}

/** Responses of the server are data. If one is opened as a page of the app's origin, it must not run code. */
const AS_DATA = "sandbox; default-src 'none'";

/** Returns the response headers for the page. The length is forwarded only for a body without content encoding. */
export function headersDown(headers: Headers): Headers {
  const down = new Headers();
  const isEncoded = headers.has('content-encoding');
  for (const [name, value] of headers) {
    if (!NOT_DOWN.has(name) || (name === 'content-length' && !isEncoded)) down.append(name, value);
  }
  down.set('Content-Security-Policy', AS_DATA);
  down.set('X-Content-Type-Options', 'nosniff');
  return down;
}
