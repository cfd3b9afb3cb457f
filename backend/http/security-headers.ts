import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { RequestHandler } from 'express';

/** Features of a device that pages may use: those of calls. */
const PERMISSIONS = [
  ...['camera', 'microphone', 'display-capture', 'fullscreen', 'screen-wake-lock'].map((name) => `${name}=(self)`),
  ...[
    'accelerometer',
    'bluetooth',
    'geolocation',
    'gyroscope',
    'hid',
    'magnetometer',
    'midi',
    'payment',
    'serial',
    'usb',
  ].map((name) => `${name}=()`),
].join(', ');

/**
 * Sets the Content-Security-Policy, the Permissions-Policy and the other security headers; HSTS only where PUBLIC_URL
 * is https. Inline styles are allowed as attributes only, because positioned widgets set them.
 */
export function securityHeaders({
  isSecure,
  publicOrigin,
  hasSecureSubdomains = false,
}: {
  isSecure: boolean;
  publicOrigin: string;
  /** Whether HSTS also covers the hosts below the one of the server, which may be other services. */
  hasSecureSubdomains?: boolean;
}): RequestHandler {
  const socketOrigin = publicOrigin.replace(/^http/, 'ws');
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", socketOrigin],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isSecure && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: isSecure && { maxAge: 31_536_000, includeSubDomains: hasSecureSubdomains },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
  const headers = new Map([['Permissions-Policy', PERMISSIONS]]);
  // The headers are the same in every response, so that Helmet makes them once.
  const collect = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  protect({} as IncomingMessage, collect as unknown as ServerResponse, throwError);
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}

function throwError(error?: unknown): void {
  if (error) throw error as Error;
}
