import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { PresenceState } from '#shared/api/presence.ts';
import { PRESENCE_LIMITS } from '#shared/limits.ts';
import { presenceIntentSchema } from '#shared/realtime/presence.schema.ts';
import { createCoalescer } from './coalesce.ts';
import type { Hints } from './hints.ts';
import { createDevices, type PresenceDevices, type ThereState } from './presence-devices.ts';
import { defineIntent, type IntentDefinitions } from './intents.ts';
import type { Publish } from './publish.ts';
import { rooms } from './rooms.ts';

/** How long changes wait to be written and told together, and after a failure, in milliseconds. */
const GATHER_MS = { usual: 100, again: 2_000 } as const;

/** Whom to tell what of someone: those who may see it and have a socket at this node. */
export interface PresenceAudience {
  userId: string;
  state: PresenceState;
  viewerIds: string[];
}

/** Where the nodes keep who is there. A node that has not beaten for long is dead, and its people are gone. */
export interface PresenceStore {
  /** Says that a node lives; false when the others took it for dead and forgot its people. */
  beat: (nodeId: string) => Promise<boolean>;
  /** Forgets dead nodes and answers whose people they were. */
  bury: () => Promise<string[]>;
  save: (nodeId: string, changes: { userId: string; state: ThereState | null }[]) => Promise<void>;
  loadAudiences: (nodeId: string, userIds: readonly string[], of: 'change' | 'switch') => Promise<PresenceAudience[]>;
}

/** What the presence of one node is made of. */
export interface PresenceSettings {
  store: PresenceStore;
  hints: Pick<Hints, 'tell' | 'on'>;
  publish: () => Publish;
  log: Logger;
  /** A monotonic clock in milliseconds. */
  nowMs?: () => number;
  limits?: { graceMs: number; beatMs: number };
}

/** Who is there, of the people connected to this node, told to those who may see it on any node. */
export interface Presence extends Pick<PresenceDevices, 'arrive' | 'leave'> {
  intents: IntentDefinitions;
  start(): void;
  stop(): Promise<void>;
}

/**
 * Makes the presence of one node: one write for many changes, none for a socket's pings, and one beat for the whole
 * node.
 */
export function createPresence({
  store,
  hints,
  publish,
  log,
  nowMs = () => performance.now(),
  limits = PRESENCE_LIMITS,
}: PresenceSettings): Presence {
  const nodeId = randomUUID();
  const devices = createDevices({ onChange: (userId) => teller.note(userId), nowMs, graceMs: limits.graceMs });
  const teller = createTeller({ nodeId, store, hints, publish, log, devices });
  let timer: NodeJS.Timeout | undefined;

  async function beat(): Promise<void> {
    if (!(await store.beat(nodeId))) teller.saveAll();
    hints.tell('presence', await store.bury());
  }
  const startBeat = (): void =>
    void beat().catch((error: unknown) => log.warn({ err: error }, 'this node could not say that it lives'));

  return {
    arrive: devices.arrive,
    leave: devices.leave,
    intents: {
      presence: defineIntent(presenceIntentSchema, ({ state }, { identity, socketId }) =>
        devices.say(identity.id, { socketId, state }) ? { ok: true } : { ok: false, code: 'RATE_LIMITED' },
      ),
    },
    start() {
      startBeat();
      timer ??= setInterval(startBeat, limits.beatMs).unref();
    },
    async stop() {
      // Its people find another node, or are gone once this one counts as dead: nobody sees them leave and come back.
      clearInterval(timer);
      devices.stop();
      await teller.stop();
    },
  };
}

interface Teller {
  note(userId: string): void;
  saveAll(): void;
  stop(): Promise<void>;
}

type TellerSettings = Pick<PresenceSettings, 'store' | 'hints' | 'publish' | 'log'> & {
  nodeId: string;
  devices: PresenceDevices;
};

/** Writes the changes that differ from what is saved, and answers whose; what fails stays a change. */
async function save(
  { nodeId, store, devices }: Pick<TellerSettings, 'nodeId' | 'store' | 'devices'>,
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
  for (const { userId, state } of changes) {
    if (state === null) saved.delete(userId);
    else saved.set(userId, state);
  }
  return changes.map(({ userId }) => userId);
}

/**
 * Writes what changed here, then tells what changed anywhere, in this order: whoever came before a telling is among its
 * hearers.
 */
function createTeller({ nodeId, store, hints, publish, log, devices }: TellerSettings): Teller {
  const saved = new Map<string, ThereState>();
  const changed = new Set<string>();
  const heard = { change: new Set<string>(), switch: new Set<string>() };
  const gather = createCoalescer(GATHER_MS.usual);
  const again = createCoalescer(GATHER_MS.again);
  let working: Promise<void> | undefined;
  let isStopped = false;

  async function tell(of: 'change' | 'switch'): Promise<void> {
    const userIds = [...heard[of]];
    heard[of].clear();
    if (userIds.length === 0 || devices.isEmpty()) return;
    for (const { userId, state, viewerIds } of await store.loadAudiences(nodeId, userIds, of)) {
      publish()({ to: viewerIds.map(rooms.user) }, 'presence', { userId, state });
    }
  }

  async function run(): Promise<void> {
    let next = gather;
    try {
      const told = await save({ nodeId, store, devices }, saved, changed);
      hints.tell('presence', told);
      await tell('change');
      await tell('switch');
    } catch (error) {
      log.warn({ err: error }, 'presence could not be told');
      next = again;
    }
    working = undefined;
    if (changed.size + heard.change.size + heard.switch.size > 0) next.schedule('', work);
  }
  function work(): void {
    if (!isStopped) working ??= run();
  }
  const hear = (of: 'change' | 'switch') => (userIds: readonly string[]) => {
    for (const userId of userIds) heard[of].add(userId);
    if (!devices.isEmpty()) gather.schedule('', work);
  };
  hints.on('presence', hear('change'));
  hints.on('presence-switch', hear('switch'));
  const note = (userId: string): void => {
    changed.add(userId);
    gather.schedule('', work);
  };
  return {
    note,
    saveAll() {
      saved.clear();
      for (const userId of devices.userIds()) note(userId);
    },
    async stop() {
      isStopped = true;
      gather.cancel();
      again.cancel();
      await working;
    },
  };
}
