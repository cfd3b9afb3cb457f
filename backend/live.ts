import type { Server as HttpServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { UserLogPush } from '#shared/realtime/user-log.ts';
import type { Pool } from './db/pool.ts';
import type { UserLogLoaders } from './db/user-log.ts';
import type { DomainEvents } from './domain-events.ts';
import type { IceServers } from './gateways/ice-servers.ts';
import type { WebPush } from './gateways/web-push.ts';
import { advertisementOwnership, publishAdvertisements } from './domains/advertisements/advertisements.realtime.ts';
import { disconnectEndedSessions } from './domains/auth/auth.realtime.ts';
import { publishBlocks } from './domains/blocks/blocks.realtime.ts';
import { createCallRegistry } from './domains/calls/call-registry.ts';
import { createMemoryStore, createRedisStore } from './domains/calls/call-store.ts';
import { createCallLink, createCallSender } from './domains/calls/calls.realtime.ts';
import { createCalls, type Calls } from './domains/calls/calls.service.ts';
import { commentOwnership, publishComments } from './domains/comments/comments.realtime.ts';
import { connectionOwnership, publishConnectionCounts } from './domains/connections/connections.realtime.ts';
import { publishEnrollments } from './domains/courses/enrollments.realtime.ts';
import { courseOwnership, publishCourses } from './domains/courses/courses.realtime.ts';
import { eventOwnership, publishEvents } from './domains/events/events.realtime.ts';
import type { LiveCall } from './domains/calls/live-call.ts';
import { messageIntents, messageOwnership } from './domains/messages/messages.realtime.ts';
import { postOwnership, publishPosts } from './domains/posts/posts.realtime.ts';
import { pushIncomingCall } from './domains/notifications/call-pushes.service.ts';
import { createPresenceStore } from './domains/presence/presence.service.ts';
import { profileOwnership, publishProfiles } from './domains/profiles/profiles.realtime.ts';
import { loadEntries, loadPositions } from './domains/sync/sync.service.ts';
import { publishVerifications } from './domains/verifications/verifications.realtime.ts';
import { createListReadableRooms, createSendMissed } from './live-rooms.ts';
import type { Redis } from './gateways/redis.ts';
import { AppError } from './http/app-error.ts';
import type { ConnectionLimit } from './http/connection-limit.ts';
import type { FloodGuard } from './http/flood-guard.ts';
import { lacksSecondFactor, type Identity } from './http/identity.ts';
import type { Role } from '#shared/api/endpoint.ts';
import type { RateLimits } from './http/rate-limits.ts';
import { type CookieConfig, readSessionToken } from './http/session-cookie.ts';
import { createSignedOutTokens } from './http/signed-out-tokens.ts';
import { loadIdentity, loadLiveSessionIds } from './http/session-store.ts';
import { Delivery } from './realtime/delivery.ts';
import { type IntentDefinitions, ownershipIntents } from './realtime/intents.ts';
import type { NodeSignals } from './realtime/node-signals.ts';
import { createPresence } from './realtime/presence.ts';
import type { Publish, PublishContext } from './realtime/publish.ts';
import { rooms } from './realtime/rooms.ts';
import { createRealtime, type Realtime, type RealtimeSettings } from './realtime/server.ts';

/** Time over which open sockets are closed when the backend stops, in milliseconds. */
const DRAIN_MS = 2_000;

/** How long a stop waits for the domain events of requests that still run, in milliseconds. */
const SETTLE_MS = 3_000;

/** Dependencies of the live link. */
interface LiveDeps {
  nodeId: string;
  /** Must already have its request listener. */
  server: HttpServer;
  pool: Pool;
  events: DomainEvents;
  cookie: CookieConfig;
  /** Roles that must have two-factor sign-in; without it they have no live link. */
  twoFactorRoles: readonly Role[];
  ownOrigin: string;
  box: RealtimeSettings['box'];
  log: Logger;
  nodeSignals: NodeSignals;
  redis: Redis | undefined;
  iceServers: IceServers;
  push: Pick<WebPush, 'send'>;
  limits: RateLimits;
  connections: ConnectionLimit;
  floods: FloodGuard;
  /** Builds the pushes of user logs. */
  userLogLoaders: UserLogLoaders;
  /** Currency of prices, as an ISO 4217 code. */
  currency: string;
}

/** The live link of a backend that stops. */
export interface Live extends Pick<Realtime, 'close'> {
  /** Returns how a user uses the relay in a live call, as {@link Calls} does. @throws AppError UNAVAILABLE. */
  relayUseOf: Calls['relayUseOf'];
  /** Sends other nodes what requests that ended after `close` have changed. */
  sendLast(): Promise<void>;
}

function openPresence({ nodeId, limits, pool, nodeSignals, log }: LiveDeps, publishLocally: Publish) {
  const store = createPresenceStore(pool);
  return createPresence({ nodeId, onNodeCount: limits.setNodeCount, store, nodeSignals, publishLocally, log });
}

/** Opens the live link with its authentication, intents and pushes. */
export function connectLive(deps: LiveDeps): Live {
  const { server, pool, events, cookie, ownOrigin, log, nodeSignals, redis, userLogLoaders } = deps;
  const delivery = new Delivery<UserLogPush>({
    loadPositions: (userIds) => loadPositions(pool, userIds),
    loadEntries: (userId, after, limit) => loadEntries(pool, { userId, after, limit, loaders: userLogLoaders }),
    emit: (userId, { name, push }) => {
      publishLocally({ to: [rooms.user(userId)] }, name, push);
      counts.after(userId, name);
    },
    log,
  });
  const publish: Publish = (...push) => realtime.publish(...push);
  const publishLocally: Publish = (...push) => realtime.publishLocally(...push);
  const presence = openPresence(deps, publishLocally);
  const calls = openCalls(deps, publish);
  const realtime: Realtime = createRealtime({
    userLogs: delivery,
    presence,
    devices: calls.devices,
    redis,
    httpServer: server,
    mayEnter: deps.connections.enterRequest,
    mayShakeHands: deps.floods.mayShakeHands,
    ownOrigin,
    box: deps.box,
    log,
    authenticate: createAuthentication(pool, cookie, deps.twoFactorRoles),
    isSessionLive: (ids) => loadLiveSessionIds(pool, ids),
    listReadableRooms: createListReadableRooms(pool),
    sendMissed: createSendMissed(pool, publishLocally),
    intents: { ...listIntents(deps, publish), ...presence.intents, ...calls.intents },
  });
  const counts = publishConnectionCounts({ publish: publishLocally, pool, log });

  handleSignals(nodeSignals, { delivery, publishLocally, realtime });
  events.on('presence-switched', ({ userId }) => nodeSignals.send('presence-switch', [userId]));
  disconnectEndedSessions(events, nodeSignals, realtime);
  delivery.start();
  events.on('block-changed', ({ userId, blockedId: otherId }) => calls.separate(userId, otherId));
  presence.start();
  calls.start();
  const flushPushes = publishAll({ events, publish, pool, log, currency: deps.currency });
  return {
    relayUseOf: calls.relayUseOf,
    close: async ({ drainMs = DRAIN_MS } = {}) => {
      await realtime.close({ drainMs, beforeEnd: flushPushes });
      await calls.stop();
      await presence.stop();
      nodeSignals.stop();
      await delivery.stop();
      counts.stop();
    },
    async sendLast() {
      await flushPushes();
      realtime.flush();
      nodeSignals.stop();
    },
  };
}

/** Returns the function that loads the user of a handshake by its cookie. */
function createAuthentication(pool: Pool, cookie: CookieConfig, twoFactorRoles: readonly Role[]) {
  const signedOut = createSignedOutTokens();
  return async (cookieHeader: string | undefined): Promise<Identity | null> => {
    const token = readSessionToken(cookieHeader, cookie);
    if (token === null || signedOut.has(token)) return null;
    const identity = await loadIdentity(pool, token);
    if (!identity) signedOut.add(token);
    return identity && lacksSecondFactor(identity, twoFactorRoles) ? null : identity;
  };
}

/** Handles the signals of all nodes, about user logs, message lists and lost pushes. */
function handleSignals(
  nodeSignals: NodeSignals,
  parts: { delivery: Delivery<UserLogPush>; publishLocally: Publish; realtime: Pick<Realtime, 'refetchAll'> },
): void {
  const { delivery, publishLocally, realtime } = parts;
  nodeSignals.on('user-log', (userIds, entries) => delivery.wake(userIds, entries));
  nodeSignals.on('messages', (userIds) =>
    publishLocally({ to: userIds.map(rooms.user) }, 'data-updated', { type: 'message' }),
  );
  nodeSignals.on('missed', () => realtime.refetchAll());
  nodeSignals.start();
}

/** Opens the calls of this node, in the registry that all nodes share. */
function openCalls({ redis, pool, limits, log, iceServers, push }: LiveDeps, publish: Publish) {
  const registry = createCallRegistry(redis ? createRedisStore(redis) : createMemoryStore());
  const { hasRelay } = iceServers;
  const onUnreached = (call: LiveCall): void =>
    void pushIncomingCall({ pool, push, log }, call).catch((error: unknown) =>
      log.info({ err: error }, 'the pushes of a call could not be prepared'),
    );
  const send = createCallSender(publish, iceServers);
  const calls = createCalls({ registry, pool, limits, log, hasRelay, send, onUnreached });
  const { intents, devices, settle } = createCallLink({ calls, iceServers, publish, log });
  return {
    intents,
    devices,
    relayUseOf: (callId: string | null, userId: string) => calls.relayUseOf(callId, userId).catch(toUnavailable),
    start: calls.start,
    separate: async (userId: string, otherId: string) => void (await calls.run({ kind: 'separate', userId, otherId })),
    stop: async () => {
      await settle();
      await calls.stop();
    },
  };
}

function toUnavailable(error: unknown): never {
  throw new AppError('UNAVAILABLE', 'Calls are unavailable at the moment', { cause: error });
}

/** Returns the intents of all nouns. */
function listIntents({ pool, limits }: Pick<LiveDeps, 'pool' | 'limits'>, publish: Publish): IntentDefinitions {
  return {
    ...ownershipIntents({
      ...postOwnership(pool),
      ...connectionOwnership(pool),
      ...advertisementOwnership(pool),
      ...courseOwnership(pool),
      ...eventOwnership(pool),
      ...commentOwnership(pool),
      ...messageOwnership(pool),
      ...profileOwnership,
    }),
    ...messageIntents({ pool, limits, publish }),
  };
}

/** Publishes the domain events of all nouns as pushes. The returned function sends those of earlier events now. */
function publishAll(context: PublishContext & { events: DomainEvents; currency: string }): () => Promise<void> {
  const flushes = [publishPosts(context), publishCourses(context), publishEvents(context), publishProfiles(context)];
  publishComments(context);
  publishAdvertisements(context);
  publishBlocks(context);
  publishEnrollments(context);
  publishVerifications(context);
  return async () => {
    await Promise.race([context.events.settle(), pause(SETTLE_MS, undefined, { ref: false })]);
    await Promise.all(flushes.map((flush) => flush()));
  };
}
