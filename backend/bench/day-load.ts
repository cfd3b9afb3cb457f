import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { createActions, type ActionName, type DayRecords } from './day-actions.ts';
import type { Member } from './fanout-changes.ts';
import { openRawSocket } from './raw-socket.ts';

/** What the process of the load receives first: the server, its connected members, and the records they use. */
export interface DaySetup {
  port: number;
  members: Member[];
  records: DayRecords;
  /** Posts that each member has on screen beside the feed. */
  postsOnScreen: number;
}

/** A step of the load: actions that start in each second, independent of responses, and for how long. */
export interface DayStep {
  perSecond: number;
  seconds: number;
}

/** Results of a step; times in milliseconds. Delivery is from the start of a send to the other member's socket. */
export interface DayFigures {
  done: number;
  failures: number;
  times: number[];
  deliveries: number[];
  /** Messages that were acknowledged and did not arrive. */
  lost: number;
  /** The p99 of each action. */
  p99ByAction: Partial<Record<ActionName, number>>;
}

/** Concurrent handshakes, and source addresses, since one has too few ports for thousands of connections. */
const AT_ONCE = 20;
const ADDRESSES = 4;
/** How long a step waits for its last responses and pushes, in milliseconds. */
const PATIENCE_MS = 10_000;

const agent = new Agent({ keepAlive: true, maxSockets: 512 });

/** The process of the load: {@link DaySetup}, then one {@link DayStep} after the other, come as messages. */
process.once('message', (setup: DaySetup) => {
  connect(setup).then(
    (runStep) => {
      process.on('message', (step: DayStep) => void runStep(step).then((figures) => process.send?.(figures)));
      process.send?.('connected');
    },
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});

async function connect({ port, members, records, postsOnScreen }: DaySetup) {
  const origin = `http://127.0.0.1:${port}`;
  const arrivals = new Map<string, number>();
  const tokens = new Map<string, string>();
  const waiting = members.entries();
  const enter = async (): Promise<void> => {
    for (const [at, member] of waiting) {
      const { text } = await call({ port, path: '/api/csrf-token', headers: { Cookie: member.cookie } });
      tokens.set(member.id, (JSON.parse(text) as { csrfToken: string }).csrfToken);
      const socket = await openRawSocket({
        port,
        origin,
        cookie: member.cookie,
        localAddress: `127.0.0.${1 + (at % ADDRESSES)}`,
        onPush: (name, { clientId, receiverId }, atMs) => {
          if (name === 'new-message' && receiverId === member.id) arrivals.set(String(clientId), atMs);
        },
      });
      const posts = Array.from({ length: postsOnScreen }, (_none, step) => records.postIds[at + step]);
      socket.emit('join-rooms', ['feed', ...posts.filter(Boolean).map((id) => `post-${id}`)]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, enter));
  const nextAction = createActions(members, records);

  return async ({ perSecond, seconds }: DayStep): Promise<DayFigures> => {
    arrivals.clear();
    const times: { name: ActionName; ms: number }[] = [];
    const sent = new Map<string, number>();
    let failures = 0;
    const act = async (): Promise<void> => {
      const { name, member, method, path, body, clientId } = nextAction();
      const headers = {
        Cookie: member.cookie,
        Origin: origin,
        'CSRF-Token': tokens.get(member.id) ?? '',
        ...(method !== 'GET' && { 'Idempotency-Key': randomUUID() }),
      };
      const startedAt = performance.now();
      const { status } = await call({ port, method, path, headers, body }).catch(() => ({ status: 0 }));
      times.push({ name, ms: performance.now() - startedAt });
      if (status < 200 || status > 299) failures += 1;
      else if (clientId !== undefined) sent.set(clientId, startedAt);
    };
    await runEvenly({ perSecond, seconds }, act);
    await waitUntil(() => [...sent.keys()].every((id) => arrivals.has(id)));
    const deliveries = [...sent].flatMap(([id, at]) => (arrivals.has(id) ? [(arrivals.get(id) ?? 0) - at] : []));
    return {
      done: times.length,
      failures,
      times: times.map(({ ms }) => ms),
      deliveries,
      lost: sent.size - deliveries.length,
      p99ByAction: p99ByAction(times),
    };
  };
}

/** Starts work at an even rate, and waits for all of it. */
async function runEvenly({ perSecond, seconds }: DayStep, work: () => Promise<void>): Promise<void> {
  const running: Promise<void>[] = [];
  const beganAt = performance.now();
  const count = perSecond * seconds;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(count, Math.ceil(((performance.now() - beganAt) / 1_000) * perSecond));
      while (running.length < due) running.push(work());
      if (running.length < count) return;
      clearInterval(timer);
      resolve();
    }, 1);
  });
  await Promise.all(running);
}

async function waitUntil(isDone: () => boolean): Promise<void> {
  const patientUntil = performance.now() + PATIENCE_MS;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (!isDone() && performance.now() < patientUntil) return;
      clearInterval(timer);
      resolve();
    }, 20);
  });
}

function p99ByAction(times: readonly { name: ActionName; ms: number }[]): DayFigures['p99ByAction'] {
  const byName = Map.groupBy(times, ({ name }) => name);
  return Object.fromEntries(
    [...byName].map(([name, all]) => {
      const sorted = all.map(({ ms }) => ms).toSorted((a, b) => a - b);
      return [name, sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN];
    }),
  );
}

interface Call {
  port: number;
  method?: string;
  path: string;
  headers: Record<string, string>;
  body?: object | undefined;
}

function call({ port, method = 'GET', path, headers, body }: Call): Promise<{ status: number; text: string }> {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const length =
    payload === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(payload) };
  return new Promise((resolve, reject) => {
    const sent = request(
      { agent, host: '127.0.0.1', port, method, path, headers: { ...headers, ...length } },
      (res) => {
        let text = '';
        res.setEncoding('utf8');
        res.on('data', (chunk: string) => (text += chunk));
        res.on('end', () => resolve({ status: res.statusCode ?? 0, text }));
      },
    );
    sent.on('error', reject);
    sent.end(payload);
  });
}
