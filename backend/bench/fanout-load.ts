import pg from 'pg';
import { SOCKET_LIMITS } from '#shared/limits.ts';
import { openRawSocket, type RawSocket } from './raw-socket.ts';
import { PORTS, processorMs, signIn } from './servers.ts';

/** Paces the load. */
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The changes that are measured. */
export type ChangeKind = 'like' | 'comment' | 'rsvp' | 'profile';

/** One run: the database and process of the server, and how many members are connected in turn. */
export interface FanoutLoad {
  databaseUrl: string;
  pid: number;
  rounds: number;
  few: number;
  many: number;
}

/** What one kind of change cost and reached in one round. */
export interface Sample {
  kind: ChangeKind;
  connected: number;
  /** Processor time of the server for one change, in milliseconds. */
  processorMs: number;
  /** Single changes, one per second and viewer: delivered, expected, and their times from the start of the request. */
  delivered: number;
  expected: number;
  latenciesMs: number[];
  /** Viewers who did not have the newest state after the changes. */
  stale: number;
  /** Pushes about the changes to members who do not have the record on screen. */
  elsewhere: number;
  failures: number;
}

/** All samples, and the processor time of idle connections in milliseconds a second. */
export interface FanoutFigures {
  samples: Sample[];
  viewers: number;
  idle: { few: number; many: number };
}

/** Changes of one sample, so many and fast that idle connections hardly count, and how many are sent at once. */
const MANY = { count: 240, atOnce: 8 } as const;
/** Changes that follow each other a little more than the interval of counters apart. */
const SINGLE = { count: 3, everyMs: SOCKET_LIMITS.countersEveryMs + 200 } as const;
/** Concurrent handshakes. */
const AT_ONCE = 20;
/** The server is idle when its processor time has not fallen below this share of that of the seconds before. */
const SETTLE = { forMs: 3_000, share: 0.8, tries: 10 } as const;
/** Rooms of other posts that a member has on screen beside the feed. */
const OTHER_POSTS = 10;
/** Pushes that the changes cause; presence changes with the connections. */
const COUNTED: ReadonlySet<string> = new Set(['post-updated', 'new-comment', 'event-updated', 'profile-updated']);

interface Member {
  id: string;
  number: number;
  cookie: string;
}
interface Arrival {
  name: string;
  payload: Record<string, unknown>;
  atMs: number;
}
/** A response: whether the change succeeded, and the state after it. */
interface Sent {
  isDone: boolean;
  state: unknown;
}
/** A kind of change, the push that viewers receive, and the state that a response and a push contain. */
interface Change {
  send: () => Promise<Sent>;
  push: string;
  stateOf: (body: Record<string, unknown>) => unknown;
  /** Reads the newest state; not defined when each change has a push of its own. */
  readState?: () => Promise<unknown>;
}

/** Generates the load in a separate process. Argument: a {@link FanoutLoad} as JSON. Prints {@link FanoutFigures}. */
const load = JSON.parse(process.argv[2] ?? '{}') as FanoutLoad;
const origin = `http://127.0.0.1:${PORTS.product}`;
const arrivals = new Map<string, Arrival[]>();

const members = await listMembers();
const author = findMember(1);
const viewers = await listConnections(author);
const actors = members.slice(2_000, 2_020).filter((actor) => !viewers.includes(actor));
const headersOf = new Map<Member, Record<string, string>>();
for (const member of [author, ...actors]) headersOf.set(member, await enter(member));
const postIds = await listPostIds();
const post = String((await call(author, 'POST', '/api/posts', { content: 'A post on screen' })).body['id']);
const event = String((await call(author, 'POST', '/api/events', eventInput())).body['id']);

const CHANGES = makeChanges();
const samples: Sample[] = [];
const idle: { few: number[]; many: number[] } = { few: [], many: [] };
const others = members.filter((member) => !viewers.includes(member)).slice(0, load.many - viewers.length);
for (let round = 0; round < load.rounds; round += 1) {
  const shown = await open(viewers, () => [`post-${post}`, `event-${event}`, 'feed']);
  await measureAll('few', shown.length);
  const more = await open(others, (at) => [
    'feed',
    ...Array.from({ length: OTHER_POSTS }, (_none, step) => `post-${postIds[(at + step) % postIds.length] ?? ''}`),
  ]);
  await measureAll('many', shown.length + more.length);
  for (const socket of [...shown, ...more]) socket.close();
  await settle();
}
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const figures: FanoutFigures = {
  samples,
  viewers: viewers.length,
  idle: { few: mean(idle.few), many: mean(idle.many) },
};
process.stdout.write(JSON.stringify(figures), () => process.exit(0));

async function measureAll(which: 'few' | 'many', connected: number): Promise<void> {
  const idleMs = await settle();
  idle[which].push(idleMs);
  for (const kind of ['like', 'comment', 'rsvp', 'profile'] as const)
    samples.push(await measure(kind, { connected, idleMs }));
}

/** Waits until what follows a connect, such as presence, is done. Returns the idle processor time a second. */
async function settle(): Promise<number> {
  let idleMs = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < SETTLE.tries; tries += 1) {
    const before = processorMs(load.pid);
    await pause(SETTLE.forMs);
    const now = ((processorMs(load.pid) - before) * 1_000) / SETTLE.forMs;
    if (now > idleMs * SETTLE.share) return Math.min(now, idleMs);
    idleMs = now;
  }
  return idleMs;
}

async function measure(
  kind: ChangeKind,
  { connected, idleMs }: { connected: number; idleMs: number },
): Promise<Sample> {
  const change = CHANGES[kind];
  // The first change of a kind prepares its statements.
  await change.send();
  await pause(SINGLE.everyMs);
  arrivals.clear();
  const startedAt = performance.now();
  const before = processorMs(load.pid);
  let [left, failures] = [MANY.count, 0];
  await Promise.all(
    Array.from({ length: MANY.atOnce }, async () => {
      while (left-- > 0) if (!(await change.send()).isDone) failures += 1;
    }),
  );
  await pause(SINGLE.everyMs);
  const usedMs = processorMs(load.pid) - before - (idleMs * (performance.now() - startedAt)) / 1_000;
  const newest = await change.readState?.();
  const elsewhere = others
    .filter((member) => member !== author && !actors.includes(member))
    .reduce((sum, { id }) => sum + (arrivals.get(id)?.length ?? 0), 0);
  const stale = viewers.filter(({ id }) => {
    const last = (arrivals.get(id) ?? []).findLast(({ name }) => name === change.push);
    return newest !== undefined && (!last || change.stateOf(last.payload) !== newest);
  });
  const latenciesMs: number[] = [];
  for (let number = 0; number < SINGLE.count; number += 1) latenciesMs.push(...(await measureOne(change)));
  return {
    kind,
    connected,
    processorMs: usedMs / MANY.count,
    delivered: latenciesMs.length,
    // Connections receive a changed profile once a minute.
    expected: kind === 'profile' ? 0 : SINGLE.count * viewers.length,
    latenciesMs,
    stale: stale.length,
    elsewhere,
    failures,
  };
}

/** Sends a change and returns the times after which the viewers received it. */
async function measureOne({ send, push, stateOf }: Change): Promise<number[]> {
  arrivals.clear();
  const startedAt = performance.now();
  const { state } = await send();
  await pause(SINGLE.everyMs);
  return viewers.flatMap(({ id }) => {
    const arrival = (arrivals.get(id) ?? []).find(({ name, payload }) => name === push && stateOf(payload) === state);
    return arrival ? arrival.atMs - startedAt : [];
  });
}

/** The kinds of changes; each one changes something, whatever came before. */
function makeChanges(): Record<ChangeKind, Change> {
  const path = { like: `/api/posts/${post}/like`, rsvp: `/api/events/${event}/rsvp` };
  const [likes, answers] = [new Set<Member>(), new Set<Member>()];
  let turn = 0;
  let version = '';
  let edited: Promise<unknown> = Promise.resolve();
  const nextActor = (): Member => actors[turn++ % actors.length] ?? author;
  const send = async (stateOf: Change['stateOf'], ...request: Parameters<typeof call>): Promise<Sent> => {
    const { status, body } = await call(...request);
    return { isDone: status < 300, state: stateOf(body) };
  };
  const likesOf: Change['stateOf'] = (body) => body['likes'];
  const goingOf: Change['stateOf'] = (body) => body['going'];
  const idOf: Change['stateOf'] = (body) => body['id'];
  const versionOf = ({ version: known }: Record<string, unknown>): string => (typeof known === 'string' ? known : '');
  const edit = async (): Promise<Sent> => {
    if (version === '') version = versionOf((await call(author, 'GET', '/api/users/me')).body);
    const { status, body } = await call(author, 'PATCH', '/api/profile', { bio: `Edit ${turn++}` }, version);
    version = versionOf(body);
    return { isDone: status < 300, state: null };
  };
  return {
    like: {
      push: 'post-updated',
      stateOf: likesOf,
      send: () => {
        const actor = nextActor();
        return send(likesOf, actor, toggle(likes, actor) ? 'PUT' : 'DELETE', path.like);
      },
      readState: async () => likesOf((await call(author, 'GET', `/api/posts/${post}`)).body),
    },
    comment: {
      push: 'new-comment',
      stateOf: idOf,
      send: () => send(idOf, nextActor(), 'POST', '/api/comments', { postId: post, content: 'Well said' }),
    },
    rsvp: {
      push: 'event-updated',
      stateOf: goingOf,
      send: () => {
        const actor = nextActor();
        return send(goingOf, actor, 'PUT', path.rsvp, { status: toggle(answers, actor) ? 'going' : 'interested' });
      },
      readState: async () => goingOf((await call(author, 'GET', `/api/events/${event}`)).body),
    },
    profile: {
      push: 'profile-updated',
      stateOf: () => null,
      // Each edit names the version that it changes.
      send: () => {
        const next = edited.then(edit);
        edited = next;
        return next;
      },
    },
  };
}

/** Adds a member to a set, or removes one that is in it; returns whether it is in the set now. */
function toggle(set: Set<Member>, member: Member): boolean {
  if (set.delete(member)) return false;
  set.add(member);
  return true;
}

async function open(people: readonly Member[], roomsOf: (at: number) => string[]): Promise<RawSocket[]> {
  const sockets: RawSocket[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let at = next++; at < people.length; at = next++) {
        const { id, cookie } = people[at] ?? author;
        const socket = await openRawSocket({
          port: PORTS.product,
          origin,
          cookie,
          onPush: (name, payload, atMs) => {
            if (COUNTED.has(name)) arrivals.set(id, [...(arrivals.get(id) ?? []), { name, payload, atMs }]);
          },
        });
        socket.emit('join-rooms', roomsOf(at));
        sockets.push(socket);
      }
    }),
  );
  return sockets;
}

async function call(
  ...[member, method, path, body, version]: [
    member: Member,
    method: string,
    path: string,
    body?: object,
    version?: string,
  ]
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(origin + path, {
    method,
    headers: {
      ...headersOf.get(member),
      ...(body && { 'Content-Type': 'application/json' }),
      ...(version !== undefined && { 'If-Match': `"${version}"` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
}

async function enter({ cookie }: Member): Promise<Record<string, string>> {
  const response = await fetch(`${origin}/api/csrf-token`, { headers: { Cookie: cookie } });
  const { csrfToken } = (await response.json()) as { csrfToken: string };
  return { Cookie: cookie, Origin: origin, 'CSRF-Token': csrfToken };
}

async function listMembers(): Promise<Member[]> {
  const rows = await select<{ id: string; number: string }>('select id, number from bench_people order by number');
  const cookies = await signIn(
    load.databaseUrl,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, number }, at) => ({ id, number: Number(number), cookie: cookies[at] ?? '' }));
}

function findMember(number: number): Member {
  const member = members.find((one) => one.number === number);
  if (!member) throw new Error('a member of the bench is missing');
  return member;
}

async function listConnections({ id }: Member): Promise<Member[]> {
  const rows = await select<{ id: string }>(
    `select connected_user_id as id from connections where user_id = $1
      union all select user_id from connections where connected_user_id = $1`,
    [id],
  );
  const ids = new Set(rows.map((row) => row.id));
  return members.filter((member) => ids.has(member.id)).slice(0, load.few);
}

async function listPostIds(): Promise<string[]> {
  return (await select<{ id: string }>('select id from posts')).map(({ id }) => id);
}

async function select<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: load.databaseUrl });
  await client.connect();
  const { rows } = await client.query<Row>(text, values);
  await client.end();
  return rows;
}

function eventInput(): object {
  return {
    title: 'An event on screen',
    description: '',
    date: new Date(Date.now() + 86_400_000).toISOString(),
    location: 'Hall',
    isVirtual: false,
  };
}
