import { randomUUID } from 'node:crypto';
import type { CommittedEntry } from '../db/user-log.ts';
import type { Redis } from '../gateways/redis.ts';

/** How long ids are collected into one signal, in milliseconds. */
const GATHER_MS = 5;

const NODE_SIGNAL_KINDS = ['user-log', 'messages', 'presence', 'presence-switch', 'session', 'missed'] as const;

/**
 * What has changed for the users of a signal: their log, their message list (without a log entry), their presence, or
 * their presence setting. The ids of `session` are those of ended sessions; the id of `missed` is that of a node whose
 * pushes and signals may have been lost.
 */
type NodeSignalKind = (typeof NODE_SIGNAL_KINDS)[number];

/**
 * Notifies every node of what changed for which users. A lost signal only delays: nodes also poll the user logs and the
 * sessions, and clients refetch the rest after an outage of Redis.
 */
export type NodeSignals = ReturnType<typeof createNodeSignals>;

/** Creates the signals of one node: through Redis, or without it only to this node. */
export function createNodeSignals(redis: Redis | undefined) {
  const node = randomUUID();
  const channel = `${redis?.prefix}:signals`;
  type Listener = (ids: readonly string[], entries?: readonly CommittedEntry[]) => void;
  const listeners = new Map<string, Listener[]>(NODE_SIGNAL_KINDS.map((kind) => [kind, []]));
  const gathered = new Map<string, Set<string>>();
  let timer: NodeJS.Timeout | undefined;

  const dispatch = (kind: string, ...args: Parameters<Listener>): void => {
    for (const listener of listeners.get(kind) ?? []) listener(...args);
  };
  const publish = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const signals = [...gathered].map(([kind, ids]) => [kind, ...ids]);
    gathered.clear();
    redis?.run((client) => client.publish(channel, JSON.stringify({ node, signals }))).catch(() => undefined);
  };
  const receive = (message: Buffer): void => {
    const { node: from, signals } = JSON.parse(message.toString()) as {
      node: string;
      signals: [string, ...string[]][];
    };
    if (from !== node) for (const [kind, ...ids] of signals) dispatch(kind, ids);
  };
  return {
    /**
     * Runs this node's listeners at once, the others' within milliseconds. Call it after the commit. Entries of user
     * logs stay on this node, so that nothing a member has written passes through Redis.
     */
    send(kind: NodeSignalKind, ids: readonly string[], entries?: readonly CommittedEntry[]): void {
      if (ids.length === 0) return;
      dispatch(kind, ids, entries);
      if (!redis) return;
      const all = gathered.get(kind) ?? new Set();
      gathered.set(kind, all);
      for (const id of ids) all.add(id);
      timer ??= setTimeout(publish, GATHER_MS);
    },
    /** Registers a listener for every node's signals of a kind. */
    on: (kind: NodeSignalKind, listener: Listener) => void listeners.get(kind)?.push(listener),
    start(): void {
      redis?.subscribe(channel, receive);
      redis?.onReturn(() => this.send('missed', [node]));
    },
    /** Sends what is gathered. */
    stop(): void {
      if (timer) publish();
    },
  };
}
