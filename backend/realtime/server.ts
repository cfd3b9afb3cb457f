import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Server, type Socket } from 'socket.io';
import { v7 as uuidv7 } from 'uuid';
import { SOCKET_LIMITS } from '#shared/limits.ts';
import type { PushMap } from '#shared/realtime/index.ts';
import type { Identity } from '../http/identity.ts';
import { guardConnection } from './connection-guard.ts';
import { type Connection, createConnections } from './connections.ts';
import type { Delivery } from './delivery.ts';
import { createGate, type GateSettings } from './gate.ts';
import { createIntentReceiver, type IntentDefinitions, type JoinedRooms } from './intents.ts';
import type { Presence } from './presence.ts';
import { createPublisher, type Publish } from './publish.ts';
import { type CanReadPost, ownRooms, roomIntents, rooms } from './rooms.ts';

/** How often connected sessions are asked whether they are still valid, in milliseconds. */
const SESSION_SWEEP_MS = 5_000;

/** How long the other ends may take to say goodbye when the server stops, in milliseconds. */
const GOODBYE_MS = 1_000;
const GOODBYE_CHECK_MS = 20;

/** Connections of one person at most, those included that are refused and not yet gone. */
const CONNECTIONS_PER_PERSON = SOCKET_LIMITS.socketsPerPerson * 2;

/** Why a socket ends whose client comes back at once, as after a reload; the others left or were silent for long. */
const BROKEN: ReadonlySet<string> = new Set(['transport close', 'transport error']);

/** What the live link needs from outside. */
export interface RealtimeSettings {
  /** Has its request listener already: Socket.IO takes its own path away from the listeners it finds. */
  httpServer: HttpServer;
  authenticate: GateSettings['authenticate'];
  allowedOrigins: readonly string[];
  log: Logger;
  /** Of the given session ids, those that are still valid. */
  isSessionLive: (sessionIds: readonly string[]) => Promise<Set<string>>;
  canReadPost: CanReadPost;
  /** The intents of the nouns. */
  intents?: IntentDefinitions;
  /** People's streams: where one stands once they are in their room, and that their last socket is gone. */
  streams?: Pick<Delivery, 'admit' | 'dismiss'>;
  presence?: Pick<Presence, 'arrive' | 'leave'>;
  sweepEveryMs?: number;
  /** A monotonic clock in milliseconds. */
  nowMs?: () => number;
  /** From 0 up to 1, spreads the drain. */
  random?: () => number;
}

/** The live link of this node. */
export interface Realtime {
  publish: Publish;
  /** Cuts a session's sockets for good: their client does not reconnect by itself. */
  disconnectSession(sessionId: string): void;
  /** Cuts all sockets of a person for good. */
  disconnectUser(userId: string): void;
  /** How many sockets are connected. */
  socketCount(): number;
  /** Refuses new sockets and closes the open ones, spread over `drainMs`; their clients reconnect elsewhere. */
  close(options?: { drainMs?: number }): Promise<void>;
}

/** Opens the live link on /socket.io of an HTTP server; closing that server stays with its owner. */
export function createRealtime(settings: RealtimeSettings): Realtime {
  const { httpServer, log, isSessionLive, sweepEveryMs = SESSION_SWEEP_MS } = settings;
  const { nowMs = () => performance.now(), random = Math.random } = settings;
  const io = openServer(httpServer);
  const connections = createConnections();
  const lines = watchLines(httpServer);
  const { publish, cancel } = createPublisher(io);
  let isDraining = false;

  const gate = createGate({
    ...settings,
    mayConnect: (identity) =>
      identity ? connections.ofUser(identity.id).length < CONNECTIONS_PER_PERSON : !isDraining,
  });
  io.engine.use(gate.check);
  io.engine.on('connection', (connection: Connection) => {
    const identity = gate.identityOf(requestOf(connection));
    // A handshake may have been under way when the draining began.
    if (!identity || isDraining) return connection.close(true);
    connections.add(connection, identity);
    connection.on('close', () => connections.remove(connection));
    guardConnection(connection, {
      nowMs,
      onCut: (reason) => log.warn({ reason, userId: identity.id }, 'live link cut'),
    });
  });
  admitSockets(io, { ...settings, nowMs, identityOf: gate.identityOf });

  const cut = (room: string, open: readonly Connection[]): void => {
    io.in(room).disconnectSockets(true);
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
    disconnectSession,
    disconnectUser: (id) => cut(rooms.user(id), connections.ofUser(id)),
    socketCount: () => io.of('/').sockets.size,
    async close({ drainMs = 0 } = {}) {
      isDraining = true;
      clearInterval(sweeper);
      cancel();
      await Promise.all(
        connections.all().map(async (connection) => {
          await pause(random() * drainMs);
          connection.close();
        }),
      );
      io.engine.close();
      await lines.end();
    },
  };
}

/**
 * What was upgraded to websockets: a peer that has fallen silent says no goodbye, and would keep its line, and so the
 * HTTP server, open for half a minute.
 */
function watchLines(httpServer: HttpServer): { end: () => Promise<void> } {
  const lines = new Set<Duplex>();
  let isOver = false;
  httpServer.on('upgrade', (_req, line: Duplex) => {
    if (isOver) return void line.destroy();
    lines.add(line);
    line.once('close', () => lines.delete(line));
  });
  return {
    async end() {
      for (let leftMs = GOODBYE_MS; lines.size > 0 && leftMs > 0; leftMs -= GOODBYE_CHECK_MS)
        await pause(GOODBYE_CHECK_MS);
      isOver = true;
      for (const line of lines) line.destroy();
    },
  };
}

function openServer(httpServer: HttpServer): Server {
  return new Server(httpServer, {
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

interface Admission extends RealtimeSettings {
  nowMs: () => number;
  identityOf: (req: IncomingMessage) => Identity | undefined;
}

function admitSockets(
  io: Server,
  { identityOf, canReadPost, intents, streams, presence, nowMs, log }: Admission,
): void {
  const attend = createIntentReceiver({ intents: { ...intents, ...roomIntents(canReadPost) }, nowMs, log });
  const taken = new WeakSet<Connection>();
  const countOf = (identity: Identity): number => io.of('/').adapter.rooms.get(rooms.user(identity.id))?.size ?? 0;

  io.use((socket, next) => {
    const identity = identityOf(socket.request);
    if (!identity) return next(refusal('UNAUTHENTICATED', 'Please sign in first'));
    if (countOf(identity) >= SOCKET_LIMITS.socketsPerPerson) {
      return next(refusal('TOO_MANY_SOCKETS', 'Lyceum is open in too many places at once'));
    }
    next();
  });
  io.on('connection', (socket) => {
    const identity = identityOf(socket.request);
    // Connect packets that come together pass the check above together, also several of one connection.
    if (!identity || taken.has(socket.conn) || countOf(identity) >= SOCKET_LIMITS.socketsPerPerson) {
      socket.disconnect(true);
      return;
    }
    taken.add(socket.conn);
    forgetHandshake(socket);
    void socket.join(ownRooms(identity));
    const receive = attend({
      identity,
      socketId: socket.id,
      joined: joinedRooms(socket),
      isOpen: () => socket.connected,
      cut: () => socket.disconnect(true),
    });
    // The next step is never called, so no event reaches a listener by its name.
    socket.use((event: unknown[]) => receive(event));
    presence?.arrive(identity.id, socket.id);
    socket.on('disconnect', (reason) =>
      presence?.leave(identity.id, { socketId: socket.id, mayReturn: BROKEN.has(reason) }),
    );
    socket.on('error', (error) => log.info({ err: error, userId: identity.id }, 'live link sent a malformed frame'));
    greet(socket, { identity, streams, isLast: () => countOf(identity) === 0 }).catch((error: unknown) => {
      log.warn({ err: error, userId: identity.id }, 'live link could not be greeted');
      // Unlike a disconnect, its client tries again by itself.
      socket.conn.close();
    });
  });
}

/**
 * Lets go of the request that a socket began with, a good part of what an idle one costs; nothing asks for it once it
 * is known whose socket it is.
 */
function forgetHandshake(socket: Socket): void {
  (socket.conn as unknown as { request: unknown }).request = null;
  socket.handshake.headers = {};
}

/** Says hello with the place where the person's stream stands; whatever comes after it is sent to the room. */
async function greet(
  socket: Socket,
  { identity, streams, isLast }: { identity: Identity; streams: RealtimeSettings['streams']; isLast: () => boolean },
): Promise<void> {
  const leave = (): void => {
    if (isLast()) streams?.dismiss(identity.id);
  };
  socket.on('disconnect', leave);
  const cursor = (await streams?.admit(identity.id)) ?? 0;
  if (!socket.connected) return leave();
  const hello: PushMap['hello'] = { partyId: uuidv7(), cursor, at: new Date().toISOString() };
  socket.emit('hello', hello);
}

function refusal(code: string, message: string): Error {
  return Object.assign(new Error(message), { data: { code } });
}

function joinedRooms(socket: Socket): JoinedRooms {
  return {
    has: (room) => socket.rooms.has(room),
    size: () => socket.rooms.size,
    join: (room) => {
      if (socket.connected) void socket.join(room);
    },
    leave: (room) => void socket.leave(room),
  };
}

interface SweepSettings {
  everyMs: number;
  log: Logger;
  list: () => string[];
  isSessionLive: RealtimeSettings['isSessionLive'];
  disconnectSession: (sessionId: string) => void;
}

/** Cuts sessions that ended without this node's doing; while they cannot be read, sockets stay. */
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
