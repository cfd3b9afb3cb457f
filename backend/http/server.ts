import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts';
import { hasBody, hasUploadBody } from './uploads.ts';

/** Time limits of slow clients. */
const TIMEOUTS = {
  headersMs: 8 * SECOND_MS,
  bodyMs: 12 * SECOND_MS,
  uploadMs: 5 * MINUTE_MS,
  keepAliveMs: 65 * SECOND_MS,
  checkEveryMs: SECOND_MS,
} as const;

/** The least of an upload that must arrive while the server waits for it: 20 kB a second. */
const UPLOAD_RATE: UploadRate = { leastBytes: 100_000, everyMs: 5 * SECOND_MS };

interface UploadRate {
  leastBytes: number;
  everyMs: number;
}

/** Connections one process accepts at once. */
const CONNECTIONS_MAX = 12_000;

/**
 * Returns false for a request with several Host headers, to which the response must be 400 (RFC 9112, section 3.2).
 * Node keeps the first one, and a proxy may have kept another. A request without one is refused by Node itself.
 */
export function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  return count <= 1;
}

function refuseRequest(res: ServerResponse): void {
  res.writeHead(400, { Connection: 'close', 'Content-Type': 'text/plain; charset=utf-8' });
  res.end('Bad Request\n');
}

/** Creates the HTTP server with timeouts that disconnect slow clients. */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: TIMEOUTS.headersMs,
      requestTimeout: TIMEOUTS.uploadMs,
      keepAliveTimeout: TIMEOUTS.keepAliveMs,
      connectionsCheckingInterval: TIMEOUTS.checkEveryMs,
      maxHeaderSize: 16 * 1024,
    },
    (req, res) => (hasOneHost(req) ? listener(req, res) : refuseRequest(res)),
  );
  server.maxConnections = CONNECTIONS_MAX;
  return server;
}

/**
 * Disconnects clients whose body does not arrive in time, on every path. An upload has until the timeout of the server
 * as long as its bytes keep arriving, unless the response is sent before its end. Must be called after the live link
 * has removed its path from the existing listeners.
 */
export function closeSlowBodies(
  server: Server,
  { bodyMs = TIMEOUTS.bodyMs, uploads = UPLOAD_RATE }: { bodyMs?: number; uploads?: UploadRate } = {},
): void {
  server.on('request', (req, res) => {
    if (!hasBody(req.headers)) return;
    const cutLater = () => {
      if (req.complete) return;
      const timer = setTimeout(() => req.socket.destroy(), bodyMs).unref();
      const clear = () => clearTimeout(timer);
      req.once('end', clear).once('close', clear);
    };
    if (!hasUploadBody({ headers: req.headers, url: req.url ?? '' })) return cutLater();
    res.once('finish', cutLater);
    closeStalled(req, uploads);
  });
}

/** The least that a client must read of a response that waits for it: 2 kB a second. */
const RESPONSE_RATE = { leastBytes: 60_000, everyMs: 30 * SECOND_MS } as const;

/** Disconnects clients that leave their responses unread, so that they keep neither memory nor open files. */
export function closeSlowReaders(server: Server, { leastBytes, everyMs }: ResponseRate = RESPONSE_RATE): void {
  const open = new Set<Socket>();
  /** How much each client had read at the last look; absent when its response did not wait for it. */
  const before = new WeakMap<Socket, number>();
  server.on('request', ({ socket }, res) => {
    open.add(socket);
    res.once('close', () => open.delete(socket));
  });
  const look = (): void => {
    for (const socket of open) {
      const read = socket.bytesWritten - socket.writableLength;
      const previous = before.get(socket);
      before.delete(socket);
      if (socket.writableLength === 0) continue;
      if (previous !== undefined && read - previous < leastBytes) socket.destroy();
      else before.set(socket, read);
    }
  };
  const timer = setInterval(look, everyMs).unref();
  server.once('close', () => clearInterval(timer));
}

interface ResponseRate {
  leastBytes: number;
  everyMs: number;
}

/** Disconnects a client that hardly sends anything of its upload; a stalled one keeps a place from others. */
function closeStalled(req: IncomingMessage, { leastBytes, everyMs }: UploadRate): void {
  const { socket } = req;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    const received = socket.bytesRead - before;
    before = socket.bytesRead;
    // Bytes that are still buffered wait for the server, not for the client.
    if (!req.complete && received < leastBytes && req.readableLength === 0) socket.destroy();
  }, everyMs).unref();
  const stop = () => clearInterval(timer);
  req.once('end', stop).once('close', stop);
}
