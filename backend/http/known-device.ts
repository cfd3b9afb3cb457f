import { createHmac, timingSafeEqual } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { SESSION_LIMITS } from '#shared/limits.ts';
import { readCookie, sessionIdOf, type CookieConfig } from './session-cookie.ts';

const ID = /^[0-9a-f-]{36}$/;

declare module 'express-serve-static-core' {
  interface Request {
    /** The browser of a request to the API. */
    device?: KnownDevice;
  }
}

/**
 * The browser of a request, recognised by a cookie that a completed sign-in sets and that outlives the session. It
 * gives no access: it only separates the failed sign-ins of a user's own browser from those of everyone else.
 */
interface KnownDevice {
  /** Random id; null for a browser in which no one has signed in. */
  id: string | null;
  /** Sets or renews the cookie. Returns the id. */
  remember(): string;
}

/** Reads the cookie of the browser into `req.device`; one without a valid signature counts as missing. */
export function recogniseDevice(config: CookieConfig) {
  const name = config.isSecure ? '__Host-device' : 'device';
  const sign = (id: string): string => createHmac('sha256', config.sessionSecret).update(`device ${id}`).digest('hex');
  return (req: Request, res: Response, next: NextFunction): void => {
    const device: KnownDevice = {
      id: readId(readCookie(req.headers.cookie, name), sign),
      remember() {
        // Of the session before the sign-in, so that a repeat after a lost response remembers the same browser.
        device.id ??= sessionIdOf(`device ${req.sessionID}`);
        res.cookie(name, `${device.id}.${sign(device.id)}`, {
          path: '/',
          httpOnly: true,
          sameSite: 'lax',
          secure: config.isSecure,
          maxAge: SESSION_LIMITS.knownDeviceMs,
        });
        return device.id;
      },
    };
    req.device = device;
    next();
  };
}

function readId(value: string | null, sign: (id: string) => string): string | null {
  const [id = '', signature = ''] = value?.split('.') ?? [];
  if (!ID.test(id)) return null;
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(id))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
}
