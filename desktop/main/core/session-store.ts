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
  /** Null when the session has ended without a sign-out: the key can still read the user's unsent texts. */
  cookie: SessionCookie | null;
  /** Null until the page has reported the user. */
  user: AccountUser | null;
  /** Key of the account's encrypted files, in base64. */
  textsKey: string;
}

/** Stores the session of one account between runs, in the keychain only. */
export class SessionStore {
  /** True while the keychain contains the key, so that what is encrypted with it can be read again. */
  isStored = false;
  /** Key of the account's encrypted files, in base64. */
  readonly textsKey: string;
  private readonly jar: CookiePort;
  private readonly keychain: KeychainPort;
  private readonly entry: () => string | null;
  private readonly onUnavailable: () => void;
  private cookie: SessionCookie | null = null;
  private user: AccountUser | null = null;
  /** The user's session has ended: a cookie is a visitor's until the page reports a user again. */
  private isEnded = false;
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
    this.isEnded = cookie === null;
    if (cookie) await this.jar.set(origin, cookie);
    this.isStored = true;
  }

  /** Stores the user of the session with it; nothing without a session. */
  setUser(user: AccountUser): void {
    const isKnown = !this.isEnded && JSON.stringify(user) === JSON.stringify(this.user);
    if (!this.cookie || isKnown) return;
    this.user = user;
    this.isEnded = false;
    this.store();
  }

  /** Removes the cookie of a session that has ended from the keychain; the user and the key stay there. */
  async end(): Promise<void> {
    this.isEnded = this.user !== null;
    this.store();
    await this.settled();
  }

  /**
   * Removes the session from the keychain and, unless `stored`, from the jar; with `session` as {@link end} does.
   * Resolves when they no longer contain it.
   */
  async forget(what: 'stored' | 'session' | 'everything'): Promise<void> {
    if (what !== 'session') this.user = null;
    if (what !== 'stored') await this.jar.clear(what);
    this.cookie = null;
    await this.end();
  }

  /** Resolves when all changes so far are written to the keychain. */
  settled(): Promise<void> {
    return this.queue;
  }

  private store(): void {
    const entry = this.entry();
    if (entry === null) return;
    const { user, textsKey } = this;
    const cookie = this.isEnded ? null : this.cookie;
    const secret = cookie || user ? writeSession({ cookie, user, textsKey }) : null;
    this.queue = this.queue
      .then(() => (secret === null ? this.keychain.remove(entry) : this.keychain.write(entry, secret)))
      .then(
        () => {
          this.isStored = secret !== null;
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

/** Reads a secret of the keychain; null when it is damaged, or its session has ended and had no user. */
export function readSession(secret: string, nowMs: number): StoredSession | null {
  try {
    const { user, textsKey, ...rest } = JSON.parse(secret) as Record<string, unknown>;
    if (typeof textsKey !== 'string') return null;
    const session = { cookie: readCookie(rest, nowMs), user: isUser(user) ? user : null, textsKey };
    return session.cookie || session.user ? session : null;
  } catch {
    return null;
  }
}

function readCookie({ name, value, expirationDate }: Record<string, unknown>, nowMs: number): SessionCookie | null {
  if (typeof name !== 'string' || typeof value !== 'string') return null;
  if (typeof expirationDate !== 'number') return { name, value };
  return expirationDate * 1_000 > nowMs ? { name, value, expirationDate } : null;
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
