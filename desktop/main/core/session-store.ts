import type { AccountUser } from '#shared/bridge/accounts.ts';

/** A session cookie from the cookie jar. */
export interface SessionCookie {
  name: string;
  value: string;
  /** Seconds since 1970; absent for a cookie that ends when the app quits. */
  expirationDate?: number | undefined;
}

/** The cookie jar of an account, in memory of the main process. */
export interface CookiePort {
  set(origin: string, cookie: SessionCookie): Promise<void>;
  /** Clears the jar; `everything` also clears what the page stored. */
  clear(what: 'session' | 'everything'): Promise<void>;
  /** Calls the listener when the server sets a session cookie, or with null when it removes one. */
  onChange(listener: (cookie: SessionCookie | null) => void): void;
}

/** The keychain of the operating system: one secret per account. Every function throws when there is no keychain. */
export interface KeychainPort {
  /** Returns all entries of the app, in no order. */
  list(): Promise<{ entry: string; secret: string }[]>;
  write(entry: string, secret: string): Promise<void>;
  remove(entry: string): Promise<void>;
}

/** Returns a keychain that refuses to store, and removes what was stored before the computer was shared. */
export function keychainOfSharedComputer({ list, remove }: Pick<KeychainPort, 'list' | 'remove'>): KeychainPort {
  return {
    list: async () => {
      const stored = await list().catch(() => []);
      for (const { entry } of stored) await remove(entry).catch(() => {});
      return [];
    },
    // So that nothing is encrypted with a key that would be stored.
    write: () => Promise.reject(new Error('This computer is shared.')),
    remove,
  };
}

/** What the keychain stores of one account. */
export interface StoredSession {
  cookie: SessionCookie;
  /** Null until the page has reported the user. */
  user: AccountUser | null;
  /** Key of the account's encrypted files, in base64. */
  textsKey: string;
}

/** Stores the session of one account between runs, in the keychain only. */
export class SessionStore {
  /** True while the keychain contains the session, so that what is encrypted with its key can be read again. */
  isStored = false;
  /** Key of the account's encrypted files, in base64. */
  readonly textsKey: string;
  private readonly jar: CookiePort;
  private readonly keychain: KeychainPort;
  private readonly entry: () => string | null;
  private readonly onUnavailable: () => void;
  private cookie: SessionCookie | null = null;
  private user: AccountUser | null = null;
  /** Writes to the keychain one at a time, in the order of the changes. */
  private queue: Promise<void> = Promise.resolve();

  constructor(ports: {
    jar: CookiePort;
    keychain: KeychainPort;
    /** Name of the account's entry; null while no server is chosen. */
    entry: () => string | null;
    onUnavailable: () => void;
    textsKey: string;
  }) {
    this.jar = ports.jar;
    this.keychain = ports.keychain;
    this.entry = ports.entry;
    this.onUnavailable = ports.onUnavailable;
    this.textsKey = ports.textsKey;
    this.jar.onChange((cookie) => {
      this.cookie = cookie;
      this.store();
    });
  }

  /** Loads a stored session into the jar. */
  async restore(origin: string, { cookie, user }: StoredSession): Promise<void> {
    this.user = user;
    await this.jar.set(origin, cookie);
    this.isStored = true;
  }

  /** Stores the user of the session with it. */
  setUser(user: AccountUser | null): void {
    if (JSON.stringify(user) === JSON.stringify(this.user)) return;
    this.user = user;
    if (this.cookie) this.store();
  }

  /**
   * Removes the session from the keychain and, unless `stored`, from the jar. Resolves when they no longer contain it.
   */
  async forget(what: 'stored' | 'session' | 'everything'): Promise<void> {
    if (what !== 'stored') await this.jar.clear(what);
    this.cookie = null;
    this.user = null;
    this.store();
    await this.settled();
  }

  /** Resolves when all changes so far are written to the keychain. */
  settled(): Promise<void> {
    return this.queue;
  }

  private store(): void {
    const entry = this.entry();
    if (entry === null) return;
    const { cookie, user, textsKey } = this;
    this.queue = this.queue
      .then(() =>
        cookie ? this.keychain.write(entry, writeSession({ cookie, user, textsKey })) : this.keychain.remove(entry),
      )
      .then(
        () => {
          this.isStored = cookie !== null;
        },
        () => {
          this.isStored = false;
          // Removing a session needs no message about a missing keychain.
          if (cookie) this.onUnavailable();
        },
      );
  }
}

function writeSession({ cookie, user, textsKey }: StoredSession): string {
  return JSON.stringify({ ...cookie, user, textsKey });
}

/** Reads a secret of the keychain; null when it is damaged or its session has expired. */
export function readSession(secret: string, nowMs: number): StoredSession | null {
  try {
    const { name, value, expirationDate, user, textsKey } = JSON.parse(secret) as Record<string, unknown>;
    if (typeof name !== 'string' || typeof value !== 'string' || typeof textsKey !== 'string') return null;
    if (typeof expirationDate === 'number' && expirationDate * 1_000 <= nowMs) return null;
    const cookie = { name, value, ...(typeof expirationDate === 'number' && { expirationDate }) };
    return { cookie, user: isUser(user) ? user : null, textsKey };
  } catch {
    return null;
  }
}

function isUser(value: unknown): value is AccountUser {
  if (typeof value !== 'object' || value === null) return false;
  const { id, fullName, profileImage } = value as Record<string, unknown>;
  return (
    typeof id === 'string' &&
    typeof fullName === 'string' &&
    (profileImage === null || typeof profileImage === 'string')
  );
}
