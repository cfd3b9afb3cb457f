import pg from 'pg';
import { SOCKET_LIMITS } from '#shared/limits.ts';
import type { MessageDatabase } from './message-fixture.ts';
import { openRawSocket, type RawSocket } from './raw-socket.ts';
import { PORTS, signIn, type Servers } from './servers.ts';

const SOCKETS = 5_000;
/** Concurrent handshakes. */
const AT_ONCE = 20;
/** The minimum of this many readings counts: garbage belongs to no socket. */
const SAMPLES = { everyMs: 1_000, count: 5 } as const;
const TARGETS = { socketKb: 30, residentMb: 600 } as const;

/** Prints the memory of an idle connection on a newly started server, and the time that many take to connect. */
export async function printSockets(servers: Servers, { url }: MessageDatabase): Promise<void> {
  const people = await signIn(url, await listPeople(url));
  // Memory that the first connections allocate once does not count.
  for (const socket of await open(people.slice(0, AT_ONCE))) socket.close();
  const before = await settledMemory(servers);
  const startedAt = performance.now();
  const sockets = await open(
    Array.from({ length: SOCKETS }, (_none, at) => people[Math.floor(at / SOCKET_LIMITS.socketsPerUser)] ?? ''),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const resident = await settledMemory(servers);
  for (const socket of sockets) socket.close();
  process.stdout.write(
    `sockets: ${SOCKETS} connected in ${seconds.toFixed(1)} s (${(SOCKETS / seconds).toFixed(0)} a ` +
      `second), ${((resident - before) / SOCKETS / 1024).toFixed(1)} kB of memory each (target: ` +
      `${TARGETS.socketKb}), ` +
      `the process ${(resident / 1024 ** 2).toFixed(0)} MB in all (target: ${TARGETS.residentMb})\n`,
  );
}

function settledMemory(servers: Servers): Promise<number> {
  return new Promise((resolve) => {
    const samples: number[] = [];
    const timer = setInterval(() => {
      if (samples.push(servers.memory()) < SAMPLES.count) return;
      clearInterval(timer);
      resolve(Math.min(...samples));
    }, SAMPLES.everyMs);
  });
}

async function listPeople(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    'select id from bench_people where number >= 2000 order by number limit $1',
    [SOCKETS / SOCKET_LIMITS.socketsPerUser],
  );
  await client.end();
  return rows.map(({ id }) => id);
}

async function open(cookies: readonly string[]): Promise<RawSocket[]> {
  const sockets: RawSocket[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let cookie = cookies[next++]; cookie !== undefined; cookie = cookies[next++]) {
        sockets.push(
          await openRawSocket({
            port: PORTS.product,
            origin: `http://127.0.0.1:${PORTS.product}`,
            cookie,
            onPush: () => undefined,
          }),
        );
      }
    }),
  );
  return sockets;
}
