import { APP_ORIGIN } from './app-files.ts';

/** Headers of the renderer that mean something to the server; cookies and origin are main's alone. */
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
/** Uploads that can be taken up again. Source: tus protocol 1.0. */
const UP_PREFIXES = ['tus-', 'upload-'];
/** What the network stack has already acted on: the body that arrives is decoded, and cookies stay in the jar. */
const NOT_DOWN = new Set([
  'set-cookie',
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'strict-transport-security',
]);

/** Headers of a request as the server is to see them; Origin is the app's own (decision 18). */
export function headersUp(headers: Headers): Headers {
  const up = new Headers({ Origin: APP_ORIGIN });
  for (const [name, value] of headers) {
    if (UP.has(name) || UP_PREFIXES.some((prefix) => name.startsWith(prefix))) up.set(name, value);
  }
  return up;
}

/** What the server answers is data: opened as a page of the app's origin it runs nothing, whatever the server says. */
const AS_DATA = "sandbox; default-src 'none'";

/** Headers of an answer as the page is to see them. A body that was not encoded keeps its length. */
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
