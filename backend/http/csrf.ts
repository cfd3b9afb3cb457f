import type { NextFunction, Request, Response } from 'express';
import { csrfSync } from 'csrf-sync';
import type { Endpoint } from '#shared/api/endpoint.ts';
import { AppError } from './app-error.ts';

const { generateToken, isRequestValid } = csrfSync({
  getTokenFromRequest: (req) => {
    const header = req.headers['csrf-token'];
    return typeof header === 'string' ? header : undefined;
  },
});

/** Returns the session's CSRF token, created on first use (synchroniser token, OWASP CSRF cheat sheet). */
export function csrfTokenOf(req: Request): string {
  return generateToken(req);
}

/**
 * Rejects a write whose CSRF-Token header is not the session's token, including the random fallback of the client.
 */
export function checkCsrf(req: Request, _res: Response, next: NextFunction): void {
  const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(req.method);
  if (isWrite && !isRequestValid(req)) {
    next(new AppError('CSRF_INVALID', 'Your security token has expired. Please try again.'));
    return;
  }
  next();
}

/**
 * Rejects a write from another site, by Origin and Sec-Fetch-Site. Chromium reports requests of the desktop shell as
 * cross-site, because no server is the same site as app://; no web page has such an origin.
 */
export function checkOrigin(allowedOrigins: readonly string[]) {
  return (req: Request, _res: Response, next: NextFunction): void => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(req.method)) return next();
    const { origin } = req.headers;
    const isForeign = origin === undefined || !allowedOrigins.includes(origin);
    const isOfShell = origin?.startsWith('app:') ?? false;
    if (isForeign || (req.headers['sec-fetch-site'] === 'cross-site' && !isOfShell)) {
      return next(new AppError('CSRF_INVALID', 'This request did not come from Lyceum.'));
    }
    next();
  };
}

/**
 * Rejects a GET because a page navigates to it or another site requests it, except of addresses that a browser opens by
 * itself (Fetch Metadata, W3C). A lax cookie comes with a navigation from any site, and a read may have an effect: a
 * search is stored in the history. Browsers without these headers, other programs and the desktop shell pass.
 *
 * @throws AppError CSRF_INVALID.
 */
export function checkFetchMetadata({ method, isNavigable }: Endpoint, { headers }: Request): void {
  if (method !== 'GET' || isNavigable || headers.origin?.startsWith('app:')) return;
  if (headers['sec-fetch-mode'] === 'navigate' || headers['sec-fetch-site'] === 'cross-site')
    throw new AppError('CSRF_INVALID', 'This request did not come from Lyceum.');
}
