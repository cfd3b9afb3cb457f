import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Server, type Socket } from 'socket.io';
import { idSchema } from '#shared/api/page.schema.ts';
import { SOCKET_LIMITS } from '#shared/limits.ts';
import type { PushMap } from '#shared/realtime/index.ts';
import { databaseNow } from '../db/clock.ts';
import type { Redis } from '../gateways/redis.ts';
import type { SecretBox } from '../gateways/secret-box.ts';
import type { Identity } from '../http/identity.ts';
import { guardConnection } from './connection-guard.ts';
import { type Connection, createConnections } from './connections.ts';
import type { Delivery } from './delivery.ts';
import { createHandshakeGuard, type HandshakeSettings } from './handshake-guard.ts';
import { createIntentReceiver, type IntentDefinitions, type JoinedRooms } from './intents.ts';
import { createPacer } from './paced-writes.ts';
import { createPartyIds } from './party-id.ts';
import type { Presence } from './presence.ts';
import { createPublisher, type Publish } from './publish.ts';
import { createRedisAdapter } from './redis-adapter.ts';
import { type ListReadableRooms, ownRooms, roomIntents, rooms, type SendMissed } from './rooms.ts';

/** How often the sessions of sockets are checked, in milliseconds. */
const SESSION_SWEEP_MS = 5_000;

/** How long peers may take to close their connection when the server stops, in milliseconds. */
const CLOSE_MS = 1_000;
const CLOSE_CHECK_MS = 20;

/** The most connections of one user, including rejected ones that are still closing. */
const CONNECTIONS_PER_USER = SOCKET_LIMITS.socketsPerUser * 2;

/** Time over which the clients of a node refetch after pushes were lost, in milliseconds. */
const REFETCH_SPREAD_MS = 5_000;

/** Disconnect reasons after which the client usually reconnects, as after a reload. */
const RECONNECTING: ReadonlySet<string> = new Set(['transport close', 'transport error']);

/** Dependencies of the live link. */
export interface RealtimeSettings {
  /** Must already have its request listener: Socket.IO intercepts its path from existing listeners. */
  httpServer: HttpServer;
  authenticate: HandshakeSettings['authenticate'];
  mayEnter?: HandshakeSettings['mayEnter'];
  mayShakeHands?: HandshakeSettings['mayShakeHands'];
  ownOrigin: string;
  /** Proves the ids of pages; the same on every node. */
  box: Pick<SecretBox, 'digest'>;
  log: Logger;
  /** Returns those of the session ids that are still valid. */
  isSessionLive: (sessionIds: readonly string[]) => Promise<Set<string>>;
  listReadableRooms: ListReadableRooms;
  sendMissed?: SendMissed;
  /** The intents of the nouns. */
  intents?: IntentDefinitions;
  /** Subscribed while a user has a socket on this node. */
  userLogs?: Pick<Delivery<never>, 'subscribe' | 'unsubscribe'>;
  presence?: Pick<Presence, 'arrive' | 'leave'>;
  /** Called after the hello of a socket and after its end. */
  devices?: { arrive: (device: Device) => void; leave: (device: Device) => void };
  /** Connects the nodes; undefined for a single node. */
  redis?: Redis | undefined;
  sweepEveryMs?: number;
  /** A monotonic clock in milliseconds. */
  nowMs?: () => number;
  /** Returns 0 to 1; spreads the drain and the refetching. */
  random?: () => number;
}

/** A page that is connected: `partyId` stays the same after a reconnect, `socketId` does not. */
export interface Device {
  userId: string;
  partyId: string;
  socketId: string;
}

/** The live link of this node. */
export interface Realtime {
  /** Sends a push to the sockets of all nodes. */
  publish: Publish;
  /** Sends a push to the sockets of this node: every node sends it to its own. */
  publishLocally: Publish;
  /** Asks each client of this node to refetch what it shows, spread over some seconds. */
  refetchAll(): void;
  /** Disconnects a session's sockets; their client does not reconnect by itself. */
  disconnectSession(sessionId: string): void;
  /** Disconnects all sockets of a user; their client does not reconnect by itself. */
  disconnectUser(userId: string): void;
  /** Returns the number of connected sockets. */
  socketCount(): number;
  /**
   * Rejects new sockets and closes the open ones, spread over `drainMs`; clients reconnect to another node. Then sends
   * what is left to other nodes: `beforeEnd` publishes what it still holds back.
   */
  close(options?: { drainMs?: number; beforeEnd?: () => Promise<void> }): Promise<void>;
  /** Sends the scheduled pushes now. */
  flush(): void;
}

/** Opens the live link on /socket.io of an HTTP server, which the caller closes. */
export function createRealtime(settings: RealtimeSettings): Realtime {
  const { httpServer, log, isSessionLive, sweepEveryMs = SESSION_SWEEP_MS } = settings;
  const { nowMs = () => performance.now(), random = Math.random, redis } = settings;
  const io = openServer(httpServer, redis);
  const connections = createConnections();
  const upgraded = watchUpgraded(httpServer);
  const { publish, publishLocally, flush } = createPublisher(io);
  const [refetching, pace] = [createRefetching(io, random), createPacer()];
  let isDraining = false;

  const guard = createHandshakeGuard({
    ...settings,
    mayConnect: (identity) => (identity ? connections.ofUser(identity.id).length < CONNECTIONS_PER_USER : !isDraining),
  });
  io.engine.use(guard.check);
  io.engine.on('connection', (connection: Connection) => {
    const identity = guard.identityOf(requestOf(connection));
    // The drain may have started during the handshake.
    if (!identity || isDraining) return connection.close(true);
    connections.add(connection, identity);
    pace(connection);
    connection.on('close', () => connections.remove(connection));
    guardConnection(connection, {
      nowMs,
      onCut: (reason) => log.warn({ reason, userId: identity.id }, 'live link disconnected'),
    });
  });
  acceptSockets(io, { ...settings, nowMs, identityOf: guard.identityOf });

  const cut = (room: string, open: readonly Connection[]): void => {
    io.local.in(room).disconnectSockets(true);
    // A connection that has not joined yet is in no room.
    for (const connection of open) connection.close();
  };
  const disconnectSession = (id: string): void => cut(rooms.session(id), connections.ofSession(id));
  const sweeper = sweepSessions({
    everyMs: sweepEveryMs,
    log,
    isSessionLive,
    disconnectSession,
    list: connections.sessionIds,
  });

  return {
    publish,
    publishLocally,
    flush,
    refetchAll: refetching.start,
    disconnectSession,
    disconnectUser: (id) => cut(rooms.user(id), connections.ofUser(id)),
    socketCount: () => io.of('/').sockets.size,
    async close({ drainMs = 0, beforeEnd = async () => undefined } = {}) {
      isDraining = true;
      clearInterval(sweeper);
      refetching.stop();
      const end = (connection: Connection) => pause(random() * drainMs).then(() => connection.close());
      await Promise.all(connections.all().map(end));
      await beforeEnd();
      flush();
      io.engine.close();
      void io.of('/').adapter.close();
      await upgraded.end();
    },
  };
}

/**
 * Tracks upgraded connections, and lets no error of one end the process. A silent peer sends no close frame, and would
 * keep the HTTP server open for half a minute.
 */
function watchUpgraded(httpServer: HttpServer): { end: () => Promise<void> } {
  const sockets = new Set<Duplex>();
  let isOver = false;
  httpServer.on('upgrade', (_req, socket: Duplex) => {
    // Node leaves an upgraded socket without an error listener, and a reset would end the process: while sessions are
    // read, and on other paths, whose sockets Engine.IO only closes a second later.
    socket.on('error', ignore);
    if (isOver) return void socket.destroy();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return {
    async end() {
      for (let leftMs = CLOSE_MS; sockets.size > 0 && leftMs > 0; leftMs -= CLOSE_CHECK_MS) await pause(CLOSE_CHECK_MS);
      isOver = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Sends `data-updated` for everything to each socket of this node, each at a random time. */
function createRefetching(io: Server, random: () => number): { start: () => void; stop: () => void } {
  const waiting = new Map<string, NodeJS.Timeout>();
  return {
    start() {
      for (const socket of io.of('/').sockets.values()) {
        if (waiting.has(socket.id)) continue;
        const push: PushMap['data-updated'] = { type: 'all', at: databaseNow().toISOString() };
        const send = (): void => {
          waiting.delete(socket.id);
          socket.emit('data-updated', push);
        };
        waiting.set(socket.id, setTimeout(send, random() * REFETCH_SPREAD_MS));
      }
    },
    stop() {
      for (const timer of waiting.values()) clearTimeout(timer);
    },
  };
}

function openServer(httpServer: HttpServer, redis: Redis | undefined): Server {
  return new Server(httpServer, {
    ...(redis && { adapter: createRedisAdapter(redis) }),
    path: '/socket.io',
    transports: ['websocket', 'polling'],
    pingInterval: SOCKET_LIMITS.pingIntervalMs,
    pingTimeout: SOCKET_LIMITS.pingTimeoutMs,
    connectTimeout: SOCKET_LIMITS.connectTimeoutMs,
    maxHttpBufferSize: SOCKET_LIMITS.frameMaxBytes,
    perMessageDeflate: false,
    httpCompression: false,
    serveClient: false,
  });
}

function requestOf(connection: Connection): IncomingMessage {
  return (connection as unknown as { request: IncomingMessage }).request;
}

interface AcceptSettings extends RealtimeSettings {
  nowMs: () => number;
  identityOf: (req: IncomingMessage) => Identity | undefined;
}

function acceptSockets(
  io: Server,
  { identityOf, listReadableRooms, sendMissed, intents, userLogs, presence, devices, box, nowMs, log }: AcceptSettings,
): void {
  const handle = createIntentReceiver({
    intents: { ...intents, ...roomIntents({ listReadable: listReadableRooms, sendMissed }) },
    nowMs,
    log,
  });
  const parties = createPartyIds(box);
  const taken = new WeakSet<Connection>();
  const countOf = (identity: Identity): number => io.of('/').adapter.rooms.get(rooms.user(identity.id))?.size ?? 0;

  io.use((socket, next) => {
    const identity = identityOf(socket.request);
    if (!identity) return next(refusal('UNAUTHENTICATED', 'Please sign in first'));
    if (countOf(identity) >= SOCKET_LIMITS.socketsPerUser) {
      return next(refusal('TOO_MANY_SOCKETS', 'Lyceum is open in too many windows. Close one and try again.'));
    }
    next();
  });
  io.on('connection', (socket) => {
    const identity = identityOf(socket.request);
    // Concurrent connect packets, also of one connection, can all pass the check above.
    if (!identity || taken.has(socket.conn) || countOf(identity) >= SOCKET_LIMITS.socketsPerUser) {
      socket.disconnect(true);
      return;
    }
    taken.add(socket.conn);
    forgetHandshake(socket);
    const device: Device = { userId: identity.id, partyId: partyIdOf(socket, identity, parties), socketId: socket.id };
    void socket.join([...ownRooms(identity), rooms.party(identity.id, device.partyId)]);
    const receive = handle({
      identity,
      socketId: socket.id,
      partyId: device.partyId,
      joined: joinedRooms(socket),
      isOpen: () => socket.connected,
      cut: () => socket.disconnect(true),
    });
    // The next step is never called, so no event reaches a listener by its name.
    socket.use((event: unknown[]) => receive(event));
    presence?.arrive(identity.id, socket.id);
    socket.on('disconnect', (reason) =>
      presence?.leave(identity.id, { socketId: socket.id, mayReturn: RECONNECTING.has(reason) }),
    );
    socket.on('error', (error) => log.info({ err: error, userId: identity.id }, 'live link sent a malformed frame'));
    sayHello(socket, { device, userLogs, isLast: () => countOf(identity) === 0 })
      .then(() => {
        if (!socket.connected) return;
        devices?.arrive(device);
        socket.on('disconnect', () => devices?.leave(device));
      })
      .catch((error: unknown) => {
        log.warn({ err: error, userId: identity.id }, 'hello could not be sent');
        // Unlike after a disconnect, the client reconnects by itself.
        socket.conn.close();
      });
  });
}

/** Releases the handshake request, which takes a large part of the memory of an idle socket. */
function forgetHandshake(socket: Socket): void {
  (socket.conn as unknown as { request: unknown }).request = null;
  socket.handshake.headers = {};
}

/** Returns the party id of a page that connects again in its session, or a new one. */
function partyIdOf(socket: Socket, { sessionId }: Identity, parties: ReturnType<typeof createPartyIds>): string {
  const { data: presented } = idSchema.safeParse(socket.handshake.auth['partyId']);
  return presented !== undefined && parties.isOf(sessionId, presented) ? presented : parties.create(sessionId);
}

/** Sends hello with the last sequence number of the user's log; every later entry is sent to the room. */
async function sayHello(
  socket: Socket,
  {
    device: { userId, partyId },
    userLogs,
    isLast,
  }: { device: Device; userLogs: RealtimeSettings['userLogs']; isLast: () => boolean },
): Promise<void> {
  const leave = (): void => {
    if (isLast()) userLogs?.unsubscribe(userId);
  };
  socket.on('disconnect', leave);
  const cursor = (await userLogs?.subscribe(userId)) ?? 0;
  if (!socket.connected) return leave();
  const hello: PushMap['hello'] = { partyId, cursor, at: databaseNow().toISOString() };
  socket.emit('hello', hello);
}

function refusal(code: string, message: string): Error {
  return Object.assign(new Error(message), { data: { code } });
}

function joinedRooms(socket: Socket): JoinedRooms {
  const shown = new Set<string>();
  return {
    has: (room) => shown.has(room),
    size: () => shown.size,
    join: (room) => {
      shown.add(room);
      if (socket.connected) void socket.join(room);
    },
    leave: (room) => {
      if (shown.delete(room)) void socket.leave(room);
    },
  };
}

interface SweepSettings {
  everyMs: number;
  log: Logger;
  list: () => string[];
  isSessionLive: RealtimeSettings['isSessionLive'];
  disconnectSession: (sessionId: string) => void;
}

/** Disconnects ended sessions periodically; keeps sockets while the database is unavailable. */
function sweepSessions({ everyMs, log, list, isSessionLive, disconnectSession }: SweepSettings): NodeJS.Timeout {
  let isRunning = false;
  const sweep = async (): Promise<void> => {
    const ids = list();
    if (isRunning || ids.length === 0) return;
    isRunning = true;
    try {
      const live = await isSessionLive(ids);
      for (const id of ids) if (!live.has(id)) disconnectSession(id);
    } catch (error) {
      log.warn({ err: error }, 'sessions of live links could not be checked');
    } finally {
      isRunning = false;
    }
  };
  return setInterval(() => void sweep(), everyMs).unref();
}

function ignore(): void {
  // The peer has disconnected, and the socket is closed.
}
