import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { SOCKET_LIMITS } from '#shared/limits.ts';
import { makeChanges, type Change, type ChangeKind, type Member } from './fanout-changes.ts';
import { openRawSocket } from './raw-socket.ts';
import { signIn, type Product } from './servers.ts';

/** Members who make the changes; neither they nor the author are connected. */
const ACTORS = 20;
/** Concurrent handshakes. */
const AT_ONCE = 20;
/** Rooms of other posts that a member has on screen beside the feed. */
const OTHER_POSTS = 10;
/** Changes that follow each other a little more than the interval of counters apart. */
const SINGLE = { count: 3, everyMs: SOCKET_LIMITS.countersEveryMs + 200 } as const;

/** A push as a member received it. */
interface Arrival {
  name: string;
  payload: Record<string, unknown>;
  atMs: number;
}

/** What the viewers received of single changes, one per second. */
export interface Delivery {
  expected: number;
  /** Times from the start of the request to the push, in milliseconds. */
  latenciesMs: number[];
  /** Viewers who did not have the newest state after the changes. */
  stale: number;
}

/** A server, its connected members, and the changes of the records that some of them have on screen. */
export type Site = Awaited<ReturnType<typeof openSite>>;

/** Connects members to a server and creates the records. The database is one that `makeFeedDatabase` made. */
export async function openSite(server: Product, databaseUrl: string, connected: number) {
  const { author, viewers, others, actors } = await chooseMembers(databaseUrl, connected);
  const isViewer = new Set(viewers);
  const postIds = (await select<{ id: string }>(databaseUrl, 'select id from posts')).map(({ id }) => id);
  // A member who has other posts on screen must not receive the changes of the new one.
  const changes = await makeChanges(server.port, { author, actors });
  const arrivals = new Map<Member, Arrival[]>();
  const recordIds = new Set<unknown>(changes.recordIds);
  let elsewhere = 0;
  await connectAll(server.port, {
    members: [...viewers, ...others],
    roomsOf: (member, at) =>
      isViewer.has(member)
        ? [...changes.rooms, 'feed']
        : ['feed', ...Array.from({ length: OTHER_POSTS }, (_none, step) => `post-${postIds[at + step] ?? ''}`)],
    onPush: (member, arrival) => {
      // A socket that joins the feed receives the newest posts, and one that joins the rooms of other posts, counters.
      if (arrival.name === 'post-created') return;
      if (!Object.values(arrival.payload).some((value) => recordIds.has(value))) return;
      if (isViewer.has(member)) arrivals.set(member, [...(arrivals.get(member) ?? []), arrival]);
      else elsewhere += 1;
    },
  });

  /** Makes a change and returns the times after which viewers received it. */
  const deliverOne = async ({ send, push, stateOf }: Change): Promise<number[]> => {
    arrivals.clear();
    const startedAt = performance.now();
    const { state } = await send();
    await pause(SINGLE.everyMs);
    return viewers.flatMap((viewer) => {
      const arrival = arrivals.get(viewer)?.find(({ name, payload }) => name === push && stateOf(payload) === state);
      return arrival ? arrival.atMs - startedAt : [];
    });
  };

  return {
    connected,
    changes: changes.byKind,
    processorMs: server.processorMs,
    viewers: viewers.length,
    /** Returns how many pushes of changes members received who do not have the records on screen. */
    elsewhere: () => elsewhere,
    /** Makes single changes of one kind and measures their delivery. */
    async deliver(kind: ChangeKind): Promise<Delivery> {
      const change = changes.byKind[kind];
      const latenciesMs: number[] = [];
      for (let number = 0; number < SINGLE.count; number += 1) latenciesMs.push(...(await deliverOne(change)));
      const newest = await change.readState?.();
      const stale = viewers.filter((viewer) => {
        const last = arrivals.get(viewer)?.findLast(({ name }) => name === change.push);
        return newest !== undefined && (!last || change.stateOf(last.payload) !== newest);
      });
      // Connections receive a changed profile once a minute.
      const expected = kind === 'profile' ? 0 : SINGLE.count * viewers.length;
      return { expected, latenciesMs, stale: stale.length };
    },
  };
}

/** Chooses an author, the author's 20 connections as viewers, members who make changes, and others to connect. */
async function chooseMembers(databaseUrl: string, connected: number) {
  const rows = await select<{ id: string; is_connection: boolean }>(
    databaseUrl,
    `select p.id, exists (select 1 from connections c where (c.user_id, c.connected_user_id) in ((p.id, a.id),
      (a.id, p.id))) as is_connection from bench_people p join bench_people a on a.number = 1
      order by p.id <> a.id, 2 desc, p.number`,
  );
  const viewers = rows.filter((row) => row.is_connection).length;
  const chosen = rows.slice(0, 1 + connected + ACTORS).map(({ id }) => id);
  const cookies = await signIn(databaseUrl, chosen);
  const [author, ...members] = chosen.map((id, at): Member => ({ id, cookie: cookies[at] ?? '' }));
  if (!author) throw new Error('the database of the bench has no members');
  return {
    author,
    viewers: members.slice(0, viewers),
    actors: members.slice(viewers, viewers + ACTORS),
    others: members.slice(viewers + ACTORS),
  };
}

async function connectAll(
  port: number,
  {
    members,
    roomsOf,
    onPush,
  }: {
    members: readonly Member[];
    roomsOf: (member: Member, at: number) => string[];
    onPush: (member: Member, arrival: Arrival) => void;
  },
): Promise<void> {
  const waiting = members.entries();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [at, member] of waiting) {
        const socket = await openRawSocket({
          port,
          origin: `http://127.0.0.1:${port}`,
          cookie: member.cookie,
          onPush: (name, payload, atMs) => onPush(member, { name, payload, atMs }),
        });
        socket.emit('join-rooms', roomsOf(member, at));
      }
    }),
  );
}

async function select<Row extends object>(databaseUrl: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<Row>(text, values);
  await client.end();
  return rows;
}
