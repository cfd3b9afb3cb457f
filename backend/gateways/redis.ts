import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import { createClient, type RedisClientType } from 'redis';

/** Longest time a command may take, in milliseconds: a request waits for it. */
const COMMAND_MAX_MS = 500;
/** How often a command is tried, which detects an outage and its end, in milliseconds. */
const PROBE_MS = 1_000;
/** How long the start waits for the first connection, in milliseconds. */
const START_MAX_MS = 3_000;
const CONNECT_MAX_MS = 2_000;
/** Wait before a reconnect, in milliseconds; up to a half is added, so that nodes do not reconnect at once. */
const RECONNECT_MS = { first: 50, most: 1_000 } as const;
/** Silence after which a connection counts as lost, in milliseconds: longer than a blocking read. */
const SILENCE_MAX_MS = 10_000;
const PING_MS = 3_000;

/** A client of the package `redis`. */
export type RedisClient = RedisClientType;

/** Dependencies of the connection to Redis. */
interface RedisSettings {
  url: string;
  /** A secret that the nodes of one deployment share; it gives their keys a prefix of their own. */
  secret: string;
  log: Logger;
}

/**
 * Redis as this node uses it, over three connections: for commands, for blocking reads, for subscriptions. They
 * reconnect until they are closed. While Redis is unavailable, commands fail at once, so that no request waits for it.
 */
export class Redis {
  /** Starts the names of all keys and channels of this deployment. */
  readonly prefix: string;
  /** For blocking reads only; its commands wait while Redis is unavailable. */
  readonly reader: RedisClient;
  readonly #log: Logger;
  readonly #commands: RedisClient;
  readonly #subscriber: RedisClient;
  readonly #waiting = new Set<(error: Error) => void>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #listeners: (() => void)[] = [];
  readonly #connected = Promise.withResolvers<void>();
  #timer: NodeJS.Timeout | undefined;
  #isUnavailable = true;
  /** True from the loss of a connection that was in use until its return is reported. */
  #isInterrupted = false;
  #isProbing = false;
  #isClosed = false;

  constructor({ url, secret, log }: RedisSettings) {
    this.prefix = `lyceum:${createHmac('sha256', secret).update('redis').digest('hex').slice(0, 16)}`;
    this.#log = log;
    this.#commands = openClient(url, { disableOfflineQueue: true });
    this.reader = openClient(url, {});
    this.#subscriber = openClient(url, { pingInterval: PING_MS });
    this.#commands.on('error', (error: Error) => this.#lose(error));
    this.#commands.on('ready', () => void this.#probe());
    // The connection for commands reports the outage.
    for (const client of [this.reader, this.#subscriber]) client.on('error', () => undefined);
    // Messages that were published before a subscription was renewed are lost.
    this.#subscriber.once('ready', () => this.#subscriber.on('ready', () => this.#notifyReturn()));
  }

  get isUnavailable(): boolean {
    return this.#isUnavailable;
  }

  /** Connects; resolves without a connection when Redis does not respond in time. */
  async start(): Promise<void> {
    // Closing before the first connection rejects.
    for (const client of this.#clients()) client.connect().catch(() => undefined);
    this.#timer = setInterval(() => void this.#probe(), PROBE_MS).unref();
    const limit = setTimeout(() => this.#connected.resolve(), START_MAX_MS);
    await this.#connected.promise;
    clearTimeout(limit);
    if (!this.#isUnavailable) return;
    this.#isInterrupted = true;
    this.#warn(`no connection within ${START_MAX_MS} ms`);
  }

  /** Runs a command. Rejects at once while Redis is unavailable, and when there is no response in time. */
  run<Reply>(command: (client: RedisClient) => Promise<Reply>): Promise<Reply> {
    if (this.#isUnavailable) return Promise.reject(new Error('Redis is unavailable'));
    const running = new Promise<Reply>((resolve, reject) => {
      const timedOut = (): void => {
        if (this.#waiting.has(reject)) this.#lose(new Error(`no response within ${COMMAND_MAX_MS} ms`));
      };
      // On a busy node the response may have arrived and not been read when the time is over.
      const limit = setTimeout(() => setImmediate(timedOut), COMMAND_MAX_MS);
      this.#waiting.add(reject);
      command(this.#commands)
        .then(resolve, (error: Error) => {
          reject(error);
          this.#lose(error);
        })
        .finally(() => {
          clearTimeout(limit);
          this.#waiting.delete(reject);
        });
    });
    const done = running.then(
      () => undefined,
      () => undefined,
    );
    this.#running.add(done);
    void done.then(() => this.#running.delete(done));
    return running;
  }

  /** Waits for the commands that are running. */
  async settle(): Promise<void> {
    await Promise.all(this.#running);
  }

  /**
   * Subscribes to channels as soon as Redis can be reached; the subscription is renewed after a reconnect. A message
   * that the listener cannot read is logged: nodes of another version share the channels, and the client would drop
   * without a word what it has received with it.
   */
  subscribe(channels: string | string[], listener: (message: Buffer) => void): void {
    const retry = (): void => {
      if (!this.#isClosed) setTimeout(() => this.subscribe(channels, listener), PROBE_MS).unref();
    };
    const receive = (message: Buffer): void => {
      try {
        listener(message);
      } catch (error) {
        this.#log.error({ err: error, channels }, 'a message of Redis could not be read');
      }
    };
    this.#subscriber.subscribe(channels, receive, true).catch(retry);
  }

  /** Registers a listener for the end of an outage: what was published meanwhile is lost. */
  onReturn(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Closes the connections; commands that are running are rejected. */
  close(): void {
    this.#isClosed = true;
    this.#isUnavailable = true;
    clearInterval(this.#timer);
    for (const client of this.#clients()) client.destroy();
  }

  #clients(): RedisClient[] {
    return [this.#commands, this.reader, this.#subscriber];
  }

  /** Runs a write: a Redis that is full, loading or read-only counts as unavailable. */
  async #probe(): Promise<void> {
    if (this.#isProbing || this.#isClosed) return;
    this.#isProbing = true;
    const write = (client: RedisClient) => client.set(`${this.prefix}:probe`, '1', { PX: SILENCE_MAX_MS });
    try {
      await (this.#isUnavailable ? write(this.#commands) : this.run(write));
      this.#findBack();
    } catch (error) {
      this.#lose(error as Error);
    } finally {
      this.#isProbing = false;
    }
  }

  #lose(error: Error): void {
    if (this.#isUnavailable || this.#isClosed) return;
    this.#isUnavailable = true;
    this.#isInterrupted = true;
    // All at once, so that what was published in order is not published late and out of order.
    for (const reject of this.#waiting) reject(error);
    this.#warn(error.message);
  }

  #findBack(): void {
    if (!this.#isUnavailable || this.#isClosed) return;
    this.#isUnavailable = false;
    this.#connected.resolve();
    if (!this.#isInterrupted) return;
    this.#isInterrupted = false;
    this.#log.info('Redis is back');
    this.#notifyReturn();
  }

  #warn(reason: string): void {
    this.#log.warn({ reason }, 'Redis is unavailable: pushes and limits are those of this node only');
  }

  #notifyReturn(): void {
    for (const listener of this.#listeners) listener();
  }
}

function openClient(url: string, options: { disableOfflineQueue?: boolean; pingInterval?: number }): RedisClient {
  return createClient({
    url,
    ...options,
    socket: {
      connectTimeout: CONNECT_MAX_MS,
      socketTimeout: SILENCE_MAX_MS,
      reconnectStrategy: (retries) =>
        Math.min(RECONNECT_MS.first * 2 ** Math.min(retries, 10), RECONNECT_MS.most) * (1 + Math.random() / 2),
    },
  }) as RedisClient;
}
