import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { uploadBySession } from '../../backend/testing/tus-client.ts';
import type { Actor } from './actor.ts';
import type { Attempts } from './attempts.ts';
import { HonestMember } from './honest-member.ts';
import { REAL_CONNECTIONS } from './instance.ts';
import type { World } from './world.ts';

/** One kind of slow client. */
interface SlowClient {
  what: string;
  connections: number;
  /** By when the server has cut every connection of it, in seconds; see backend/http/server.ts. */
  cutWithinS: number;
  /** What is sent at once. */
  head: string;
  /** What is sent each second from then on. */
  drip?: string;
  /** True when it leaves the response unread. */
  isReader?: true;
}

/** How many connections of a kind the server has cut, and when it has cut the last one. */
interface Held {
  cut: number;
  lastS: number;
}

const TICK_MS = 1_000;
/** A busy machine looks at its timers later: by this, and by so many times the longest response to an honest member. */
const [LATE_S, LATE_TIMES] = [10, 5];
/** By when every connection must be cut on any machine, as a multiple. */
const PATIENCE = 5;
const [CONNECTIONS, UPLOADS] = [150, 10];
/** Each reader keeps what it does not read in the buffers of the system. */
const READERS = 20;
/** How long the server has to accept the slow clients before the crowd comes, in ticks. */
const ACCEPT_TICKS = 3;
/** How long a crowd of connections is held at most, in ticks. */
const CROWD_TICKS = 60;
const FILE_BYTES = 30_000_000;
const FROM = { slow: '127.0.0.77', many: '127.0.0.78' } as const;

/**
 * Holds connections with slow headers, slow bodies, stalled uploads, unread responses and nothing at all. The server
 * cuts each kind within its time limit, takes no more of one address than allowed, and serves an honest member
 * meanwhile.
 */
export async function attackSlowly(world: World, attempts: Attempts): Promise<void> {
  await world.instance.useLimits('real');
  const owner = world.actors.get('peer');
  if (!owner) return;
  const honest = new HonestMember(world);
  const kinds = await listKinds(owner);
  await honest.start();
  const holding = Promise.all(kinds.map((kind) => hold(world.instance.url, kind)));
  // All at once would overflow the queue of the listening socket: a client then believes in a connection that the
  // server never had, and one that sends nothing never learns of it.
  await wait(ACCEPT_TICKS * TICK_MS);
  const crowd = holdMany(world.instance.url, attempts);
  const held = await holding;
  await crowd;
  const lateS = LATE_S + (LATE_TIMES * honest.longestMs) / 1_000;
  for (const [index, { cut, lastS }] of held.entries()) {
    const { what, connections, cutWithinS } = kinds[index] as SlowClient;
    attempts.tried += connections;
    attempts.notes.push(`${what}: ${cut} of ${connections} connections cut, the last after ${lastS.toFixed(0)} s`);
    if (cut < connections) attempts.through.add(`${what}: ${connections - cut} connections were never cut`);
    if (lastS > cutWithinS + lateS)
      attempts.through.add(
        `${what}: the last was cut after ${lastS.toFixed(0)} s instead of ${cutWithinS}, ` +
          `when nothing took the server longer than ${(honest.longestMs / 1_000).toFixed(1)} s`,
      );
  }
  attempts.record(await honest.stop());
  attempts.notes.push(honest.describe());
}

async function listKinds(owner: Actor): Promise<SlowClient[]> {
  const { host } = new URL(owner.client.url);
  const token = await owner.client.token();
  const own =
    `Host: ${host}\r\nOrigin: ${owner.client.origin}\r\nCookie: ${owner.client.cookie}\r\n` +
    `CSRF-Token: ${token}\r\n`;
  const body = 'Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n';
  const connections = CONNECTIONS;
  return [
    { what: 'no byte', connections, cutWithinS: 8, head: '' },
    {
      what: 'slow headers',
      connections,
      cutWithinS: 8,
      head: `GET / HTTP/1.1\r\nHost: ${host}\r\n`,
      drip: 'X-A: b\r\n',
    },
    { what: 'slow body', connections, cutWithinS: 12, head: `POST /api/posts HTTP/1.1\r\n${own}${body}`, drip: ' ' },
    {
      what: 'slow body of no one',
      connections,
      cutWithinS: 12,
      head: `POST /api/login HTTP/1.1\r\nHost: ${host}\r\n${body}`,
      drip: ' ',
    },
    {
      what: 'idle after a response',
      connections,
      cutWithinS: 67,
      head: `GET /api/health/live HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    },
    ...(await listFileKinds(owner, own)),
  ];
}

/** Slow uploads, and readers of a large file. */
async function listFileKinds({ client }: Actor, own: string): Promise<SlowClient[]> {
  const { body: file } = await uploadBySession(client, Buffer.alloc(FILE_BYTES, 'x'), { name: 'large.txt' });
  const body = { purpose: 'message-file', name: 'a.txt', size: FILE_BYTES };
  const { body: session } = await client.post('/api/uploads/sessions', { body });
  const multipart = 'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000000\r\n';
  const tus = 'Tus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\n';
  return [
    {
      what: 'stalled upload',
      connections: UPLOADS,
      cutWithinS: 17,
      head: `POST /api/uploads?purpose=message-file HTTP/1.1\r\n${own}${multipart}\r\n--x\r\n`,
      drip: '-',
    },
    {
      what: 'stalled part of an upload',
      connections: UPLOADS,
      cutWithinS: 17,
      head: `PATCH ${String(session['url'])} HTTP/1.1\r\n${own}${tus}Content-Length: 5000000\r\n\r\n`,
      drip: 'x',
    },
    {
      what: 'unread response',
      connections: READERS,
      cutWithinS: 65,
      head: `GET ${String(file['url'])} HTTP/1.1\r\n${own}\r\n`,
      isReader: true,
    },
  ];
}

/** Holds the connections of a kind until the server has cut them, or the time is over. */
async function hold(url: string, kind: SlowClient): Promise<Held> {
  const startedMs = performance.now();
  // A reader learns of its end only when it reads on, so that waiting longer shows nothing.
  const endMs = (kind.cutWithinS + LATE_S) * (kind.isReader ? 1 : PATIENCE) * 1_000;
  const isOver = (extraMs = 0): boolean => performance.now() - startedMs > endMs + extraMs;
  const held: Held = { cut: 0, lastS: 0 };
  let closed = 0;
  const sockets = Array.from({ length: kind.connections }, () => {
    let received = 0;
    const socket = open(url, FROM.slow, () => {
      closed += 1;
      if (kind.isReader && received >= FILE_BYTES) return;
      held.cut += 1;
      held.lastS = kind.isReader ? kind.cutWithinS : (performance.now() - startedMs) / 1_000;
    });
    socket.on('data', (chunk: Buffer) => (received += chunk.length));
    if (kind.isReader) socket.pause();
    socket.write(kind.head);
    return socket;
  });
  while (closed < kind.connections && !isOver()) {
    await wait(TICK_MS);
    for (const socket of sockets) if (kind.drip !== undefined && socket.writable) socket.write(kind.drip);
  }
  // A paused socket notices its end when it is read: one that was cut has received less than the file.
  if (kind.isReader) for (const socket of sockets) socket.resume();
  while (kind.isReader && closed < kind.connections && !isOver(LATE_S * 1_000)) await wait(TICK_MS);
  const result = { ...held };
  for (const socket of sockets) socket.destroy();
  return result;
}

function open(url: string, from: string, onClose: () => void): Socket {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress: from });
  socket.on('error', () => undefined).once('close', onClose);
  return socket;
}

/** Opens more connections than one address may have. */
async function holdMany(url: string, attempts: Attempts): Promise<void> {
  const count = REAL_CONNECTIONS + 200;
  let closed = 0;
  const sockets = Array.from({ length: count }, () =>
    open(url, FROM.many, () => {
      closed += 1;
    }),
  );
  for (const socket of sockets) socket.resume();
  // A busy server accepts and refuses them later.
  for (let tick = 0; tick < CROWD_TICKS && (tick < 4 || count - closed > REAL_CONNECTIONS); tick += 1)
    await wait(TICK_MS);
  const left = count - closed;
  attempts.tried += count;
  attempts.notes.push(
    `${left} of ${count} connections of one address accepted, at most ${REAL_CONNECTIONS} are allowed`,
  );
  if (left > REAL_CONNECTIONS) attempts.through.add(`one address holds ${left} connections`);
  for (const socket of sockets) socket.destroy();
}
