import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from 'pino';
import { createClient } from '../db/connection.ts';
import { CONNECTION_TIMEOUT_MS, QUERY_TIMEOUT_MS } from '../db/mikro-orm.config.ts';

/** How long user ids are collected into one notification, in milliseconds. */
const GATHER_MS = 5;
/** Wait before a reconnect, in milliseconds: the first and the longest. */
const RECONNECT_MS = { first: 250, most: 5_000 };
/** A NOTIFY payload must be shorter than 8,000 bytes: the node id and this many user ids. */
const IDS_PER_SIGNAL = 200;
const CHANNEL = 'lyceum_signal';

const NODE_SIGNAL_KINDS = ['user-log', 'messages', 'presence', 'presence-switch', 'session'] as const;

/**
 * What has changed for the users of a signal: their log, their message list (without a log entry), their presence, or
 * their presence setting. The ids of `session` are those of ended sessions.
 */
type NodeSignalKind = (typeof NODE_SIGNAL_KINDS)[number];

/**
 * Notifies every node of what changed for which users. Losing a signal only delays delivery: nodes also poll the user
 * logs.
 */
export type NodeSignals = ReturnType<typeof createNodeSignals>;

/** Creates the signals of one node: LISTEN and NOTIFY on a dedicated connection, outside transactions. */
export function createNodeSignals({ databaseUrl, log }: { databaseUrl: string; log: Logger }) {
  const node = randomUUID();
  type Listener = (userIds: readonly string[]) => void;
  const listeners = new Map<string, Listener[]>(NODE_SIGNAL_KINDS.map((kind) => [kind, []]));
  const gathered = new Map<string, Set<string>>(NODE_SIGNAL_KINDS.map((kind) => [kind, new Set()]));
  let timer: NodeJS.Timeout | undefined;

  const dispatch = (kind: string, userIds: readonly string[]): void => {
    for (const listener of listeners.get(kind) ?? []) listener(userIds);
  };
  const channel = new Channel({
    databaseUrl,
    log,
    onNotification: (payload) => {
      const [from, kind = '', ...userIds] = payload.split(' ');
      if (from !== node) dispatch(kind, userIds);
    },
  });
  const notify = async (): Promise<void> => {
    for (const [kind, ids] of gathered) {
      const userIds = [...ids];
      ids.clear();
      for (let at = 0; at < userIds.length; at += IDS_PER_SIGNAL)
        await channel.notify([node, kind, ...userIds.slice(at, at + IDS_PER_SIGNAL)].join(' '));
    }
  };
  // One notification at a time: ids collect meanwhile, so that a slow database gets no queue of statements.
  const gather = (): void => {
    timer ??= setTimeout(() => {
      void notify().finally(() => {
        timer = undefined;
        if ([...gathered.values()].some((ids) => ids.size > 0)) gather();
      });
    }, GATHER_MS).unref();
  };
  return {
    /** Runs this node's listeners at once, the others' within milliseconds. Call it after the commit. */
    send(kind: NodeSignalKind, userIds: readonly string[]): void {
      if (userIds.length === 0) return;
      dispatch(kind, userIds);
      for (const id of userIds) gathered.get(kind)?.add(id);
      gather();
    },
    /** Registers a listener for every node's signals of a kind. */
    on: (kind: NodeSignalKind, listener: Listener) => void listeners.get(kind)?.push(listener),
    start: () => channel.start(),
    async stop(): Promise<void> {
      clearTimeout(timer);
      await channel.stop();
    },
  };
}

/** The timeouts detect a database that is frozen or unreachable. */
function makeClient(databaseUrl: string): pg.Client {
  return createClient(databaseUrl, {
    application_name: 'lyceum-signals',
    keepAlive: true,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  });
}

interface ChannelSettings {
  databaseUrl: string;
  log: Logger;
  onNotification: (payload: string) => void;
}

/** One listening connection that reconnects; a second reconnect timer would double the connections at each loss. */
class Channel {
  readonly #settings: ChannelSettings;
  #client: pg.Client | undefined;
  #reconnect: NodeJS.Timeout | undefined;
  #waitMs: number = RECONNECT_MS.first;
  #isStopped = true;

  constructor(settings: ChannelSettings) {
    this.#settings = settings;
  }

  /** Notifies every node; drops the payload while the connection is lost, since nodes also poll. Never rejects. */
  async notify(payload: string): Promise<void> {
    const client = this.#client;
    if (!client) return;
    try {
      await client.query('select pg_notify($1, $2)', [CHANNEL, payload]);
    } catch (error) {
      this.#settings.log.warn({ err: error }, 'a node signal could not be sent');
      this.#lose(client);
    }
  }

  start(): void {
    this.#isStopped = false;
    void this.#connect();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#reconnect);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    if (this.#isStopped || this.#client) return;
    const { databaseUrl, log, onNotification } = this.#settings;
    const opened = makeClient(databaseUrl);
    this.#client = opened;
    opened.on('error', (error) => {
      log.warn({ err: error }, 'the connection for node signals was lost');
      this.#lose(opened);
    });
    opened.on('end', () => this.#lose(opened));
    opened.on('notification', ({ payload = '' }) => onNotification(payload));
    try {
      await opened.connect();
      await opened.query(`listen ${CHANNEL}`);
      this.#waitMs = RECONNECT_MS.first;
    } catch (error) {
      if (!this.#isStopped) log.warn({ err: error }, 'node signals could not be listened to');
      this.#lose(opened);
    }
  }

  #lose(lost: pg.Client): void {
    if (this.#client !== lost) return;
    this.#client = undefined;
    void lost.end().catch(() => undefined);
    if (this.#isStopped || this.#reconnect) return;
    this.#reconnect = setTimeout(() => {
      this.#reconnect = undefined;
      void this.#connect();
    }, this.#waitMs).unref();
    this.#waitMs = Math.min(this.#waitMs * 2, RECONNECT_MS.most);
  }
}
