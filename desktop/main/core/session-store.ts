/** A session cookie from the cookie jar. */
export interface SessionCookie {
  name: string;
  value: string;
  /** Seconds since 1970; absent for a cookie that ends when the app quits. */
  expirationDate?: number | undefined;
}

/** The cookie jar of the account, in memory of the main process. */
export interface CookiePort {
  set(origin: string, cookie: SessionCookie): Promise<void>;
  /** Clears the jar; `everything` also clears what the page stored. */
  clear(what: 'session' | 'everything'): Promise<void>;
  /** Calls the listener when the server sets a session cookie, or with null when it removes one. */
  onChange(listener: (cookie: SessionCookie | null) => void): void;
}

/** The keychain of the operating system: one secret per server. */
export interface KeychainPort {
  /** Returns null when nothing is stored. @throws Error when there is no keychain. */
  read(server: string): Promise<string | null>;
  write(server: string, secret: string): Promise<void>;
  remove(server: string): Promise<void>;
}

/** Returns a keychain that stores nothing, and removes what was stored before the computer was shared. */
export function keychainOfSharedComputer({ remove }: Pick<KeychainPort, 'remove'>): KeychainPort {
  return {
    read: async (server) => {
      await remove(server).catch(() => {});
      return null;
    },
    write: async () => {},
    remove,
  };
}

/** Stores the session between runs, in the keychain only. */
export class SessionStore {
  private readonly jar: CookiePort;
  private readonly keychain: KeychainPort;
  private readonly serverUrl: () => string | null;
  private readonly onUnavailable: () => void;
  /** Writes to the keychain one at a time, in the order of the changes. */
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
    this.jar.onChange((cookie) => this.store(cookie));
  }

  /** Loads the stored session into the jar. Removes an entry that has expired or is damaged. */
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

  /**
   * Removes the session from the keychain and, unless `stored`, from the jar. Resolves when they no longer contain it.
   */
  async forget(what: 'stored' | 'session' | 'everything'): Promise<void> {
    if (what !== 'stored') await this.jar.clear(what);
    this.store(null);
    await this.settled();
  }

  /** Resolves when all changes so far are written to the keychain. */
  settled(): Promise<void> {
    return this.queue;
  }

  private store(cookie: SessionCookie | null): void {
    const server = this.serverUrl();
    if (server === null) return;
    this.queue = this.queue
      .then(() => (cookie ? this.keychain.write(server, JSON.stringify(cookie)) : this.keychain.remove(server)))
      // Removing a session needs no message about a missing keychain.
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
