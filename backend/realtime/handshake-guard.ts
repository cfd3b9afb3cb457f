import type { EventEmitter } from 'node:events';
import { type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import type { Logger } from 'pino';
import type { Identity } from '../http/identity.ts';
import { hasOneHost } from '../http/server.ts';

/** Settings of the handshake guard. */
export interface HandshakeSettings {
  ownOrigin: string;
  authenticate: (cookieHeader: string | undefined, headers: IncomingMessage['headers']) => Promise<Identity | null>;
  /** False when the address of a request has too many open: the response is 429. `until` is closed at its end. */
  mayEnter?: ((req: IncomingMessage, until: EventEmitter) => boolean) | undefined;
  /** False for one handshake of very many of an address: the response is 429. */
  mayShakeHands?: ((req: IncomingMessage) => boolean) | undefined;
  /** False while the server drains, or when this user has too many connections: their responses are 503 and 429. */
  mayConnect: (identity: Identity | null) => boolean;
  log: Logger;
}

/**
 * Creates the guard of the live link, which accepts or rejects handshakes: 400 with several hosts, 403 without the
 * server's own Origin, 401 without a session, 503 when sessions cannot be read. Socket.IO's `cors` does not stop a
 * cross-site WebSocket and its `allowRequest` returns 400 for an upgrade, so neither is used.
 */
export function createHandshakeGuard(settings: HandshakeSettings) {
  const { ownOrigin, authenticate, mayEnter = () => true, mayShakeHands = () => true, mayConnect, log } = settings;
  const identities = new WeakMap<IncomingMessage, Identity>();

  async function decide(req: IncomingMessage, until: EventEmitter): Promise<number | null> {
    if (!hasOneHost(req)) return 400;
    if (!mayEnter(req, until)) return 429;
    if (!isOwnOrigin(req, ownOrigin)) return 403;
    if (!isHandshake(req)) return null;
    if (!mayConnect(null)) return 503;
    if (!mayShakeHands(req)) return 429;
    const identity = await authenticate(req.headers.cookie, req.headers);
    if (!identity) return 401;
    if (!mayConnect(identity)) return 429;
    identities.set(req, identity);
    return null;
  }

  return {
    /** Engine.IO middleware of every request, handshakes of both transports included. */
    check(req: IncomingMessage, res: unknown, next: () => void): void {
      decide(req, res instanceof ServerResponse ? res : req.socket)
        .catch((error: unknown) => {
          log.warn({ err: error }, 'a live link could not be authenticated');
          return 503;
        })
        .then((status) => {
          if (status === null) return next();
          log.info({ status, origin: req.headers.origin?.slice(0, 200) }, 'live link refused');
          refuse(req, res, status);
        })
        .catch((error: unknown) => log.error({ err: error }, 'live link handshake failed'));
    },
    /** The user of an accepted handshake. */
    identityOf: (req: IncomingMessage) => identities.get(req),
  };
}

/**
 * A browser sends no Origin with a same-origin GET, which polling starts with; Sec-Fetch-Site then proves the origin.
 */
function isOwnOrigin({ headers, method }: IncomingMessage, ownOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (headers.origin !== undefined) return headers.origin === ownOrigin && site !== 'cross-site';
  return site === 'same-origin' && method === 'GET' && headers.upgrade === undefined;
}

function isHandshake(req: IncomingMessage): boolean {
  const { searchParams } = new URL(req.url ?? '/', 'http://relative.invalid');
  return !searchParams.getAll('sid').at(-1);
}

function refuse(req: IncomingMessage, res: unknown, status: number): void {
  if (res instanceof ServerResponse) {
    res.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
    res.end(STATUS_CODES[status]);
    return;
  }
  req.socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
