import type { NextFunction, Request, Response } from 'express';

/** The settings that must fit the proxy in front of the server. */
interface ProxySettings {
  trustProxy: number;
  isHttps: boolean;
}

/** Warns once for each way in which the headers of a proxy do not fit the settings. */
export function warnOfProxyHeaders(log: { warn: (text: string) => void }, { trustProxy, isHttps }: ProxySettings) {
  const warned = new Set<string>();
  const warnOnce = (text: string): void => {
    if (!warned.has(text)) log.warn(text);
    warned.add(text);
  };
  return (req: Request, _res: Response, next: NextFunction): void => {
    if (trustProxy === 0 && req.headers['x-forwarded-for'] !== undefined)
      warnOnce('X-Forwarded-For is ignored because TRUST_PROXY is 0: all clients share the limits of one address');
    // Health checks of a load balancer come without the header.
    if (isHttps && !req.secure && !req.path.startsWith('/api/health/'))
      warnOnce('PUBLIC_URL is https, but a request has no X-Forwarded-Proto: https, so that members cannot sign in');
    next();
  };
}
