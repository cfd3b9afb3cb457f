/** A session cookie as the jar has it. */
export interface SessionCookie {
  name: string;
  value: string;
  /** Seconds since 1970; absent for a cookie that ends with the run. */
  expirationDate?: number | undefined;
}

/** The jar of the account's session, in main's memory. */
export interface CookiePort {
  set(origin: string, cookie: SessionCookie): Promise<void>;
  /** Empties the jar; with `everything`, what the page has stored as well. */
  clear(what: 'session' | 'everything'): Promise<void>;
  /** Hears each session cookie that the server set (a cookie) or took back (null). */
  onChange(listener: (cookie: SessionCookie | null) => void): void;
}

/** The operating system's keychain: one text per server. */
export interface KeychainPort {
  /** Null when nothing is kept. @throws where there is no keychain. */
  read(server: string): Promise<string | null>;
  write(server: string, secret: string): Promise<void>;
  remove(server: string): Promise<void>;
}

/** Keeps the session between runs in the keychain only (desktop.md "Sessions and secrets"). */
export class SessionKeeper {
  private readonly jar: CookiePort;
  private readonly keychain: KeychainPort;
  private readonly serverUrl: () => string | null;
  private readonly onUnavailable: () => void;
  /** Changes reach the keychain one after the other, in the order in which the jar saw them. */
  private queue: Promise<void> = Promise.resolve();

  constructor(ports: {
    jar: CookiePort;
    keychain: KeychainPort;
    serverUrl: () => string | null;
    onUnavailable: () => void;
  }) {
    this.jar = ports.jar;
    this.keychain = ports.keychain;
    this.serverUrl = ports.serverUrl;
    this.onUnavailable = ports.onUnavailable;
    this.jar.onChange((cookie) => this.keep(cookie));
  }

  /** Puts the kept session into the jar, unless it has expired or cannot be read; a damaged entry is removed. */
  async restore(nowMs: number): Promise<void> {
    const server = this.serverUrl();
    if (server === null) return;
    const secret = await this.keychain.read(server).catch(() => {
      this.onUnavailable();
      return null;
    });
    if (secret === null) return;
    const cookie = parseCookie(secret);
    if (cookie && (cookie.expirationDate === undefined || cookie.expirationDate * 1_000 > nowMs))
      await this.jar.set(server, cookie);
    else await this.keychain.remove(server).catch(this.onUnavailable);
  }

  /** Ends the session on this computer; done when neither jar nor keychain knows it any more. */
  async forget(what: 'session' | 'everything'): Promise<void> {
    await this.jar.clear(what);
    this.keep(null);
    await this.settled();
  }

  /** Done when every change up to now has reached the keychain. */
  settled(): Promise<void> {
    return this.queue;
  }

  private keep(cookie: SessionCookie | null): void {
    const server = this.serverUrl();
    if (server === null) return;
    this.queue = this.queue
      .then(() => (cookie ? this.keychain.write(server, JSON.stringify(cookie)) : this.keychain.remove(server)))
      // A session that ended has nothing to tell about a keychain that is not there.
      .catch(() => cookie && this.onUnavailable())
      .then(() => {});
  }
}

function parseCookie(secret: string): SessionCookie | null {
  try {
    const { name, value, expirationDate } = JSON.parse(secret) as Record<string, unknown>;
    if (typeof name !== 'string' || typeof value !== 'string') return null;
    return { name, value, ...(typeof expirationDate === 'number' && { expirationDate }) };
  } catch {
    return null;
  }
}
