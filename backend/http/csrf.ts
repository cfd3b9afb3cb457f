import type { NextFunction, Request, Response } from 'express';
import { csrfSync } from 'csrf-sync';
import { AppError } from './app-error.ts';

const { generateToken, isRequestValid } = csrfSync({
  getTokenFromRequest: (req) => {
    const header = req.headers['csrf-token'];
    return typeof header === 'string' ? header : undefined;
  },
});

/** The session's CSRF token, made on first use (synchroniser token, OWASP CSRF cheat sheet). */
export function csrfTokenOf(req: Request): string {
  return generateToken(req);
}

/**
 * Refuses a write whose CSRF-Token header is not the session's, the client's random fallback included.
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
 * Refuses a write that another site started, by Origin and Sec-Fetch-Site. The desktop shell's requests are cross-site
 * by Chromium's reckoning, since no server is the same site as app://; no web page has such an origin.
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
