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
 * Rejects every request with another Origin, and a write without one or from another site (Sec-Fetch-Site). Requests of
 * the desktop client have the server's Origin (docs/decisions.md, 5).
 */
export function checkOrigin(ownOrigin: string) {
  return (req: Request, _res: Response, next: NextFunction): void => {
    const { origin, 'sec-fetch-site': site } = req.headers;
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(req.method);
    const isForeign = origin === undefined ? !isRead : origin !== ownOrigin;
    if (isForeign || (!isRead && site === 'cross-site')) {
      return next(new AppError('CSRF_INVALID', 'This request did not come from Lyceum.'));
    }
    next();
  };
}

/**
 * Rejects a GET because a page navigates to it or another origin requests it, except of addresses that a browser opens
 * by itself; of these, one that counts or costs is rejected when another origin causes it (Fetch Metadata, W3C). A lax
 * cookie comes with a navigation from any site and with every request of the same site, such as another port, and a
 * read may have an effect: a download ends the right to a refund. Browsers without these headers, and other programs,
 * pass.
 *
 * @throws AppError CSRF_INVALID.
 */
export function checkFetchMetadata({ method, isNavigable, isCounted }: Endpoint, { headers }: Request): void {
  if (method !== 'GET') return;
  const site = headers['sec-fetch-site'];
  const isForeign = site === 'cross-site' || site === 'same-site';
  const isRefused = isNavigable
    ? isCounted === true && isForeign
    : isForeign || headers['sec-fetch-mode'] === 'navigate';
  if (isRefused) throw new AppError('CSRF_INVALID', 'This request did not come from Lyceum.');
}
