import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Logger } from 'pino';
import { CONNECTION_TIMEOUT_MS, QUERY_TIMEOUT_MS } from '../db/mikro-orm.config.ts';

/** How long people wait to be named to the other nodes together with others. Source: trust.md 1.2. */
const GATHER_MS = 5;
/** Wait before a lost connection is opened anew, in milliseconds: the first and the longest. */
const AGAIN_MS = { first: 250, most: 5_000 };
/** A notification holds less than 8,000 bytes: an id of the node and this many of people. */
const IDS_PER_HINT = 200;
const CHANNEL = 'lyceum_hint';

const HINT_KINDS = ['stream', 'messages', 'presence', 'presence-switch', 'session'] as const;

/**
 * What a hint says of people: their streams grew, their lists of messages changed otherwise, they came or went, or they
 * moved the switch of their presence; `session` names sessions that have ended.
 */
export type HintKind = (typeof HINT_KINDS)[number];

/**
 * Tells every node what changed for whom. A hint of a stream that is lost delays and never loses: nodes look by
 * themselves as well.
 */
export interface Hints {
  /** After the commit: this node hears at once, the others within some milliseconds. */
  tell(kind: HintKind, userIds: readonly string[]): void;
  /** Hears of people by every node's hints of a kind. */
  on(kind: HintKind, listener: (userIds: readonly string[]) => void): void;
  start(): void;
  stop(): Promise<void>;
}

/** Makes the hints of one node: LISTEN and NOTIFY on a connection of their own, outside of every transaction. */
export function createHints({ databaseUrl, log }: { databaseUrl: string; log: Logger }): Hints {
  const node = randomUUID();
  const listeners = new Map<string, ((userIds: readonly string[]) => void)[]>(HINT_KINDS.map((kind) => [kind, []]));
  const gathered = new Map<string, Set<string>>(HINT_KINDS.map((kind) => [kind, new Set()]));
  let timer: NodeJS.Timeout | undefined;

  const hear = (kind: string, userIds: readonly string[]): void => {
    for (const listener of listeners.get(kind) ?? []) listener(userIds);
  };
  const channel = openChannel({
    databaseUrl,
    log,
    onNotice: (payload) => {
      const [from, kind = '', ...userIds] = payload.split(' ');
      if (from !== node) hear(kind, userIds);
    },
  });
  const notify = async (): Promise<void> => {
    for (const [kind, people] of gathered) {
      const userIds = [...people];
      people.clear();
      for (let at = 0; at < userIds.length; at += IDS_PER_HINT)
        await channel.notify([node, kind, ...userIds.slice(at, at + IDS_PER_HINT)].join(' '));
    }
  };
  // While one is on its way the next ones gather, so that a slow database has one statement to answer and not a queue of them.
  const gather = (): void => {
    timer ??= setTimeout(() => {
      void notify().finally(() => {
        timer = undefined;
        if ([...gathered.values()].some((people) => people.size > 0)) gather();
      });
    }, GATHER_MS).unref();
  };
  return {
    tell(kind, userIds) {
      if (userIds.length === 0) return;
      hear(kind, userIds);
      for (const id of userIds) gathered.get(kind)?.add(id);
      gather();
    },
    on: (kind, listener) => void listeners.get(kind)?.push(listener),
    start: () => channel.start(),
    async stop() {
      clearTimeout(timer);
      await channel.stop();
    },
  };
}

interface Channel {
  /**
   * Sends a notice to every node; while the connection is lost it is dropped, since nodes look by themselves too. Never
   * rejects.
   */
  notify(payload: string): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/** A database that is frozen or cut off says nothing, and without limits would be waited for as long as it does. */
function makeClient(databaseUrl: string): pg.Client {
  return new pg.Client({
    connectionString: databaseUrl,
    application_name: 'lyceum-hints',
    keepAlive: true,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  });
}

/** Keeps one connection that listens: one at a time, and one timer, since two of them would double with every loss. */
function openChannel({
  databaseUrl,
  log,
  onNotice,
}: {
  databaseUrl: string;
  log: Logger;
  onNotice: (payload: string) => void;
}): Channel {
  let client: pg.Client | undefined;
  let again: NodeJS.Timeout | undefined;
  let waitMs = AGAIN_MS.first;
  let isStopped = true;

  function lose(lost: pg.Client): void {
    if (client !== lost) return;
    client = undefined;
    void lost.end().catch(() => undefined);
    if (isStopped || again) return;
    again = setTimeout(() => {
      again = undefined;
      void connect();
    }, waitMs).unref();
    waitMs = Math.min(waitMs * 2, AGAIN_MS.most);
  }

  async function connect(): Promise<void> {
    if (isStopped || client) return;
    const opened = makeClient(databaseUrl);
    client = opened;
    opened.on('error', (error) => {
      log.warn({ err: error }, 'the connection for hints was lost');
      lose(opened);
    });
    opened.on('end', () => lose(opened));
    opened.on('notification', ({ payload = '' }) => onNotice(payload));
    try {
      await opened.connect();
      await opened.query(`listen ${CHANNEL}`);
      waitMs = AGAIN_MS.first;
    } catch (error) {
      if (!isStopped) log.warn({ err: error }, 'hints could not be listened to');
      lose(opened);
    }
  }

  return {
    async notify(payload) {
      const used = client;
      if (!used) return;
      try {
        await used.query('select pg_notify($1, $2)', [CHANNEL, payload]);
      } catch (error) {
        log.warn({ err: error }, 'a hint could not be sent');
        lose(used);
      }
    },
    start() {
      isStopped = false;
      void connect();
    },
    async stop() {
      isStopped = true;
      clearTimeout(again);
      const open = client;
      client = undefined;
      await open?.end().catch(() => undefined);
    },
  };
}
