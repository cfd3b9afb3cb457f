import type { Logger } from 'pino';
import type { PresenceState } from '#shared/api/presence.ts';
import { PRESENCE_LIMITS } from '#shared/limits.ts';
import { presenceIntentSchema } from '#shared/realtime/presence.schema.ts';
import { createCoalescer } from './coalesce.ts';
import type { NodeSignals } from './node-signals.ts';
import { createDevices, type PresenceDevices, type ThereState } from './presence-devices.ts';
import { defineIntent, type IntentDefinitions } from './intents.ts';
import type { Publish } from './publish.ts';
import { rooms } from './rooms.ts';

/** How long changes are collected before they are saved, and the wait after a failure, in milliseconds. */
const GATHER_MS = { usual: 100, retry: 2_000 } as const;

/** A user's state and who receives it: the users who may see it and have a socket on this node. */
export interface PresenceAudience {
  userId: string;
  state: PresenceState;
  viewerIds: string[];
}

/** Stores the presence of all nodes. A node without a recent heartbeat is dead, and its users are offline. */
export interface PresenceStore {
  /** Renews the heartbeat of a node. It is not known when another node has removed it as dead. */
  heartbeat: (nodeId: string) => Promise<{ isKnown: boolean; nodeCount: number }>;
  /** Removes dead nodes and returns the ids of their users. */
  reap: () => Promise<string[]>;
  save: (nodeId: string, changes: { userId: string; state: ThereState | null }[]) => Promise<void>;
  loadAudiences: (nodeId: string, userIds: readonly string[], of: 'change' | 'switch') => Promise<PresenceAudience[]>;
}

/** Dependencies of the presence of one node. */
interface PresenceSettings {
  nodeId: string;
  /** Receives the number of running nodes at each heartbeat. */
  onNodeCount: (count: number) => void;
  store: PresenceStore;
  nodeSignals: Pick<NodeSignals, 'send' | 'on'>;
  /** To the sockets of this node: each node publishes to its own users. */
  publishLocally: Publish;
  log: Logger;
  /** A monotonic clock in milliseconds. */
  nowMs?: () => number;
  limits?: { graceMs: number; heartbeatMs: number };
}

/** The presence of the users connected to this node, published to the users who may see it on any node. */
export interface Presence extends Pick<PresenceDevices, 'arrive' | 'leave'> {
  intents: IntentDefinitions;
  start(): void;
  stop(): Promise<void>;
}

/** Creates the presence of one node: one write for many changes, and one heartbeat for all its sockets. */
export function createPresence({
  nodeId,
  onNodeCount,
  store,
  nodeSignals,
  publishLocally,
  log,
  nowMs = () => performance.now(),
  limits = PRESENCE_LIMITS,
}: PresenceSettings): Presence {
  const devices = createDevices({ onChange: (userId) => notifier.note(userId), nowMs, graceMs: limits.graceMs });
  const notifier = createNotifier({ nodeId, store, nodeSignals, publishLocally, log, devices });
  let timer: NodeJS.Timeout | undefined;

  async function heartbeat(): Promise<void> {
    const { isKnown, nodeCount } = await store.heartbeat(nodeId);
    if (!isKnown) notifier.saveAll();
    onNodeCount(nodeCount);
    nodeSignals.send('presence', await store.reap());
  }
  const startHeartbeat = (): void =>
    void heartbeat().catch((error: unknown) => log.warn({ err: error }, 'the heartbeat of this node failed'));

  return {
    arrive: devices.arrive,
    leave: devices.leave,
    intents: {
      presence: defineIntent(presenceIntentSchema, ({ state }, { identity, socketId }) =>
        devices.report(identity.id, { socketId, state }) ? { ok: true } : { ok: false, code: 'RATE_LIMITED' },
      ),
    },
    start() {
      startHeartbeat();
      timer ??= setInterval(startHeartbeat, limits.heartbeatMs).unref();
    },
    async stop() {
      // No change is published: users reconnect to another node, or go offline once this node counts as dead.
      clearInterval(timer);
      devices.stop();
      await notifier.stop();
    },
  };
}

type NotifierSettings = Pick<PresenceSettings, 'store' | 'nodeSignals' | 'publishLocally' | 'log'> & {
  nodeId: string;
  devices: PresenceDevices;
};

/**
 * Saves changes that differ from the stored state; keeps them on failure. Returns the ids of the users whose change
 * others see.
 */
async function save(
  { nodeId, store, devices }: Pick<NotifierSettings, 'nodeId' | 'store' | 'devices'>,
  saved: Map<string, ThereState>,
  changed: Set<string>,
): Promise<string[]> {
  const changes = [...changed]
    .map((userId) => ({ userId, state: devices.stateOf(userId) }))
    .filter(({ userId, state }) => (saved.get(userId) ?? null) !== state);
  changed.clear();
  if (changes.length === 0) return [];
  await store.save(nodeId, changes).catch((error: unknown) => {
    for (const { userId } of changes) changed.add(userId);
    throw error;
  });
  const shown = changes.filter(({ userId, state }) => shownState(saved.get(userId) ?? null) !== shownState(state));
  for (const { userId, state } of changes) {
    if (state === null) saved.delete(userId);
    else saved.set(userId, state);
  }
  return shown.map(({ userId }) => userId);
}

/** Returns what others see of a state: whether an online user looks at their screen is not shown. */
function shownState(state: ThereState | null): PresenceState {
  return state === 'idle' ? 'online' : (state ?? 'offline');
}

/** Saves changes of this node before publishing those of all nodes, so that new connections receive them. */
function createNotifier({ nodeId, store, nodeSignals, publishLocally, log, devices }: NotifierSettings) {
  const saved = new Map<string, ThereState>();
  const changed = new Set<string>();
  const received = { change: new Set<string>(), switch: new Set<string>() };
  const gather = createCoalescer(GATHER_MS.usual);
  const retry = createCoalescer(GATHER_MS.retry);
  let working: Promise<void> | undefined;
  let isStopped = false;

  async function publishChanges(of: 'change' | 'switch'): Promise<void> {
    const userIds = [...received[of]];
    received[of].clear();
    if (userIds.length === 0 || devices.isEmpty()) return;
    for (const { userId, state, viewerIds } of await store.loadAudiences(nodeId, userIds, of)) {
      publishLocally({ to: viewerIds.map(rooms.user) }, 'presence', { userId, state });
    }
  }

  async function run(): Promise<void> {
    let next = gather;
    try {
      const savedIds = await save({ nodeId, store, devices }, saved, changed);
      nodeSignals.send('presence', savedIds);
      await publishChanges('change');
      await publishChanges('switch');
    } catch (error) {
      log.warn({ err: error }, 'presence could not be published');
      next = retry;
    }
    working = undefined;
    if (changed.size + received.change.size + received.switch.size > 0) next.schedule('', work);
  }
  function work(): void {
    if (!isStopped) working ??= run();
  }
  const receive = (of: 'change' | 'switch') => (userIds: readonly string[]) => {
    for (const userId of userIds) received[of].add(userId);
    if (!devices.isEmpty()) gather.schedule('', work);
  };
  nodeSignals.on('presence', receive('change'));
  nodeSignals.on('presence-switch', receive('switch'));
  const note = (userId: string): void => {
    changed.add(userId);
    gather.schedule('', work);
  };
  return {
    note,
    saveAll(): void {
      saved.clear();
      for (const userId of devices.userIds()) note(userId);
    },
    async stop(): Promise<void> {
      isStopped = true;
      gather.cancel();
      retry.cancel();
      await working;
    },
  };
}
