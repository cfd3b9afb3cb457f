import { newId } from '../db/clock.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';

/**
 * Logs each API request as one line with its id, method, path, status and time, never bodies, queries, cookies or
 * tokens, and returns the id as X-Request-Id. A valid id of the caller is used.
 */
export function requestLog(log: Logger) {
  return pinoHttp({
    logger: log,
    genReqId(req: IncomingMessage, res: ServerResponse) {
      const given = req.headers['x-request-id'];
      const id = typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : newId();
      res.setHeader('X-Request-Id', id);
      return id;
    },
    autoLogging: { ignore: (req) => !req.url?.startsWith('/api') },
    customLogLevel: (_req, res, error) => (error || res.statusCode >= 500 ? 'error' : 'info'),
    serializers: {
      req: (req: { id: string; method: string; url: string }) => ({
        id: req.id,
        method: req.method,
        path: req.url.split('?')[0],
      }),
      // The error handler logs the error; this line only contains the status.
      err: () => undefined,
      res: (res: { statusCode: number }) => ({ status: res.statusCode }),
    },
  });
}

/** How many causes of an error are logged. */
const CAUSES_MAX = 3;

/**
 * Returns the logged part of an error and of its causes: type, first line, code and stack, never the values in the
 * detail of a database error.
 */
export function logError(error: Error & { code?: unknown }, depth = 0): Record<string, unknown> {
  const message = error.message.split('\n')[0];
  const frames = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 12)
    .join('\n');
  const cause = error.cause instanceof Error && depth < CAUSES_MAX ? logError(error.cause, depth + 1) : undefined;
  return { type: error.name, message, code: error.code, stack: frames, ...(cause && { cause }) };
}
