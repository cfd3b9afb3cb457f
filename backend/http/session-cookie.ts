import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { CookieOptions } from 'express-session';
import { SESSION_LIMITS } from '#shared/limits.ts';

/** Settings of the cookie's name and flags. */
export interface CookieConfig {
  /** True when PUBLIC_URL is https: `__Host-sid`, Secure. */
  isSecure: boolean;
  sessionSecret: string;
}

/** Name of the session cookie. */
export function sessionCookieName(config: CookieConfig): string {
  return config.isSecure ? '__Host-sid' : 'sid';
}

/** Attributes of the session cookie, the same in every response (ASVS 3.3). */
export function sessionCookieOptions({ isSecure }: CookieConfig) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    maxAge: SESSION_LIMITS.absoluteMs,
  } as const satisfies CookieOptions;
}

/** SHA-256 of a secret token: the only form in which it is stored. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The public id of a session: a UUID (version 8, RFC 9562) derived from the hash of its token. */
export function sessionIdOf(token: string): string {
  const hex = hashToken(token).toString('hex');
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`;
}

/** Returns the value of a cookie in a Cookie header; null when it is missing, empty text when it is not valid. */
export function readCookie(cookieHeader: string | undefined, name: string): string | null {
  const found = cookieHeader
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`));
  return found === undefined ? null : decodeOrEmpty(found.slice(name.length + 1));
}

/**
 * Reads the session token from a Cookie header and checks its signature, in the `s:token.signature` form that
 * express-session writes; null when it is missing or has no valid signature.
 */
export function readSessionToken(cookieHeader: string | undefined, config: CookieConfig): string | null {
  const value = readCookie(cookieHeader, sessionCookieName(config));
  if (value === null) return null;
  const dot = value.lastIndexOf('.');
  if (!value.startsWith('s:') || dot < 0) return null;
  const token = value.slice(2, dot);
  const expected = createHmac('sha256', config.sessionSecret).update(token).digest('base64').replace(/=+$/, '');
  const given = Buffer.from(value.slice(dot + 1));
  const wanted = Buffer.from(expected);
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? token : null;
}

function decodeOrEmpty(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
