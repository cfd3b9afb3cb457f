import { EventEmitter } from 'node:events';
import { isTrustworthy } from './request-rules.ts';
import { createEvent } from './runtime.ts';

type Cause = 'explicit' | 'overwrite' | 'expired';

/** Electron's names of the attribute SameSite. */
const SAME_SITE: Readonly<Record<string, Electron.Cookie['sameSite']>> = {
  none: 'no_restriction',
  lax: 'lax',
  strict: 'strict',
};

/**
 * A cookie jar in memory; one server at a time is enough, so hosts are matched exactly (RFC 6265 host-only cookies).
 */
export class FakeCookies
  extends EventEmitter
  implements Pick<Electron.Cookies, 'flushStore' | 'get' | 'remove' | 'set'>
{
  private readonly jar = new Map<string, Electron.Cookie>();

  async set(details: Electron.CookiesSetDetails): Promise<void> {
    const { hostname, protocol, pathname } = new URL(details.url);
    const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
    if (details.secure && protocol !== 'https:' && !isLoopback)
      throw new Error('Failed to set cookie - The cookie was set with the Secure attribute from an insecure origin');
    this.store({
      name: details.name ?? '',
      value: details.value ?? '',
      domain: details.domain ?? hostname,
      hostOnly: details.domain === undefined,
      path: details.path ?? (pathname || '/'),
      secure: details.secure ?? false,
      httpOnly: details.httpOnly ?? false,
      sameSite: details.sameSite ?? 'unspecified',
      session: details.expirationDate === undefined,
      ...(details.expirationDate !== undefined && { expirationDate: details.expirationDate }),
    });
  }

  async get(filter: Electron.CookiesGetFilter): Promise<Electron.Cookie[]> {
    this.dropExpired();
    const host = filter.url === undefined ? undefined : new URL(filter.url).hostname;
    return [...this.jar.values()].filter(
      (cookie) =>
        (host === undefined || cookie.domain === host) && (filter.name === undefined || cookie.name === filter.name),
    );
  }

  async remove(url: string, name: string): Promise<void> {
    const cookie = this.jar.get(keyOf(new URL(url).hostname, name));
    if (cookie) this.drop(cookie, 'explicit');
  }

  async flushStore(): Promise<void> {}

  /** Everything goes, as clearStorageData does it. */
  clear(): void {
    for (const cookie of this.jar.values()) this.drop(cookie, 'explicit');
  }

  /** The Cookie header of a request. A cookie without SameSite counts as Lax (cookie_util.cc, LAX_MODE by default). */
  async header(url: string, { isSameSite }: { isSameSite: boolean }): Promise<string> {
    const { pathname } = new URL(url);
    const sent = (await this.get({ url })).filter(
      ({ path, secure, sameSite }) =>
        isOnPath(pathname, path ?? '/') &&
        (isTrustworthy(url) || secure !== true) &&
        (isSameSite || sameSite === 'no_restriction'),
    );
    return sent.map(({ name, value }) => `${name}=${value}`).join('; ');
  }

  /**
   * Takes a Set-Cookie header (RFC 6265, section 5.2). Chromium drops what the site of the request excludes, and a
   * cookie whose attributes contradict each other (canonical_cookie.cc).
   */
  take(url: string, header: string, { isSameSite }: { isSameSite: boolean }): void {
    const [pair = '', ...attributes] = header.split(';').map((part) => part.trim());
    const at = pair.indexOf('=');
    const values = new Map(
      attributes.map((attribute) => {
        const [name = '', ...value] = attribute.split('=');
        return [name.toLowerCase(), value.join('=')] as const;
      }),
    );
    const maxAge = values.get('max-age');
    const expires = values.get('expires');
    const expirationDate =
      maxAge !== undefined
        ? Date.now() / 1_000 + Number(maxAge)
        : expires !== undefined
          ? Date.parse(expires) / 1_000
          : undefined;
    const sameSite = SAME_SITE[values.get('samesite')?.toLowerCase() ?? ''] ?? 'unspecified';
    const isSecure = values.has('secure');
    if (!isSameSite && sameSite !== 'no_restriction') return;
    if ((isSecure && !isTrustworthy(url)) || (sameSite === 'no_restriction' && !isSecure)) return;
    if (pair.startsWith('__Host-') && (!isSecure || values.get('path') !== '/' || values.has('domain'))) return;
    this.store({
      name: pair.slice(0, at),
      value: pair.slice(at + 1),
      domain: new URL(url).hostname,
      hostOnly: true,
      path: values.get('path') ?? '/',
      secure: isSecure,
      httpOnly: values.has('httponly'),
      sameSite,
      session: expirationDate === undefined,
      ...(expirationDate !== undefined && { expirationDate }),
    });
  }

  private store(cookie: Electron.Cookie): void {
    const old = this.jar.get(keyOf(cookie.domain ?? '', cookie.name));
    const hasExpired = cookie.expirationDate !== undefined && cookie.expirationDate * 1_000 <= Date.now();
    if (old) this.drop(old, hasExpired ? 'expired' : 'overwrite');
    if (hasExpired) return;
    this.jar.set(keyOf(cookie.domain ?? '', cookie.name), cookie);
    this.emit('changed', createEvent({}), cookie, 'explicit', false);
  }

  private drop(cookie: Electron.Cookie, cause: Cause): void {
    this.jar.delete(keyOf(cookie.domain ?? '', cookie.name));
    this.emit('changed', createEvent({}), cookie, cause, true);
  }

  private dropExpired(): void {
    for (const cookie of this.jar.values()) {
      if (cookie.expirationDate !== undefined && cookie.expirationDate * 1_000 <= Date.now())
        this.drop(cookie, 'expired');
    }
  }
}

function keyOf(domain: string, name: string): string {
  return `${domain} ${name}`;
}

/** True when a cookie's path covers that of a request (RFC 6265, section 5.1.4). */
function isOnPath(requested: string, path: string): boolean {
  return requested === path || requested.startsWith(path.endsWith('/') ? path : `${path}/`);
}
