import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts';

/** When slow clients are cut. Source: trust.md 3.2 (slowloris, slow body). */
const TIMEOUTS = {
  headersMs: 8 * SECOND_MS,
  bodyMs: 12 * SECOND_MS,
  uploadMs: 5 * MINUTE_MS,
  keepAliveMs: 65 * SECOND_MS,
  checkEveryMs: SECOND_MS,
} as const;

/** Connections one process accepts at once. */
const CONNECTIONS_MAX = 12_000;

/** Makes the HTTP server with time-outs that close slow clients. */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: TIMEOUTS.headersMs,
      requestTimeout: TIMEOUTS.uploadMs,
      keepAliveTimeout: TIMEOUTS.keepAliveMs,
      connectionsCheckingInterval: TIMEOUTS.checkEveryMs,
      maxHeaderSize: 16 * 1024,
    },
    listener,
  );
  server.maxConnections = CONNECTIONS_MAX;
  return server;
}

/** Cuts a client whose body is not there in time; uploads have until the server's own time-out. */
export function closeSlowBodies(req: Request, _res: Response, next: NextFunction): void {
  const isUpload = req.path.startsWith('/api/uploads') && req.is('multipart/form-data');
  if (!isUpload && hasBody(req)) {
    const timer = setTimeout(() => req.destroy(), TIMEOUTS.bodyMs);
    timer.unref();
    const clear = () => clearTimeout(timer);
    req.once('end', clear).once('close', clear);
  }
  next();
}

function hasBody(req: IncomingMessage): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}
