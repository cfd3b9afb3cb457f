import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { openRawSocket } from './raw-socket.ts';

/** A member who sends and receives: the session's Cookie header, and the id. */
export interface Party {
  id: string;
  cookie: string;
}

/** One kind of load. */
export interface MessageLoad {
  port: number;
  /** Members in pairs that write to each other; each has one socket. */
  parties: Party[];
  /** Messages to send, and how many may be unacknowledged at once. */
  messages: number;
  atOnce: number;
  /** Messages started per second, independent of responses; without it, the next starts after a response. */
  perSecond?: number;
}

/** Results of a load; times in milliseconds, delivery from the start of the request to the receiver's socket. */
export interface MessageFigures {
  perSecond: number;
  ack: Times;
  delivery: Times;
  failures: number;
  lost: number;
}

/** Median and high percentiles, in milliseconds. */
export interface Times {
  p50: number;
  p99: number;
  worst: number;
}

const WARM_UP = 300;
const WORDS = 'A message of about one sentence, so that a frame has a usual size.';
/** Longest time that an acknowledged message may take to arrive, in milliseconds. */
const PATIENCE_MS = 5_000;

/**
 * Generates the load of messages in a separate process. Argument: a {@link MessageLoad} as JSON. Prints
 * {@link MessageFigures} as JSON.
 */
const load = JSON.parse(process.argv[2] ?? '{}') as MessageLoad;
const origin = `http://127.0.0.1:${load.port}`;
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const started = new Map<string, number>();
const arrived = new Map<string, number>();

function call(path: string, headers: Record<string, string>, body?: object): Promise<{ status: number; text: string }> {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        host: '127.0.0.1',
        port: load.port,
        method: body === undefined ? 'GET' : 'POST',
        path,
        headers: {
          ...headers,
          ...(payload !== undefined && {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(payload),
          }),
        },
      },
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

async function enter(party: Party): Promise<Record<string, string>> {
  const { text } = await call('/api/csrf-token', { Cookie: party.cookie });
  const { csrfToken } = JSON.parse(text) as { csrfToken: string };
  return { Cookie: party.cookie, Origin: origin, 'CSRF-Token': csrfToken };
}

const headers = await Promise.all(load.parties.map(enter));
for (const [at, party] of load.parties.entries()) {
  await openRawSocket({
    port: load.port,
    cookie: party.cookie,
    origin,
    onPush: (name, { clientId, receiverId }, atMs) => {
      if (name === 'new-message' && receiverId === load.parties[at]?.id) arrived.set(String(clientId), atMs);
    },
  });
}

const acks: number[] = [];
let failures = 0;
let next = 0;

async function sendOne(isCounted: boolean): Promise<void> {
  const from = next++ % load.parties.length;
  const clientId = randomUUID();
  const startedAt = performance.now();
  if (isCounted) started.set(clientId, startedAt);
  const { status } = await call('/api/messages', headers[from] ?? {}, {
    receiverId: load.parties[from ^ 1]?.id,
    clientId,
    content: WORDS,
  });
  if (status !== 201) failures += 1;
  else if (isCounted) acks.push(performance.now() - startedAt);
}

async function run(count: number, isCounted: boolean): Promise<void> {
  const { perSecond, atOnce } = load;
  if (perSecond === undefined || !isCounted) {
    let left = count;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (left-- > 0) await sendOne(isCounted);
      }),
    );
    return;
  }
  const under: Promise<void>[] = [];
  const beganAt = performance.now();
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(count, Math.ceil(((performance.now() - beganAt) / 1000) * perSecond));
      while (under.length < due) under.push(sendOne(isCounted));
      if (under.length < count) return;
      clearInterval(timer);
      resolve();
    }, 1);
  });
  await Promise.all(under);
}

await run(WARM_UP, false);
const beganAt = performance.now();
await run(load.messages, true);
const seconds = (performance.now() - beganAt) / 1000;
const missing = (): string[] => [...started.keys()].filter((id) => !arrived.has(id));
const patientUntil = performance.now() + PATIENCE_MS;
await new Promise<void>((resolve) => {
  const timer = setInterval(() => {
    if (missing().length > failures && performance.now() < patientUntil) return;
    clearInterval(timer);
    resolve();
  }, 20);
});

function timesOf(values: number[]): Times {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), worst: at(1) };
}

const deliveries = [...started].flatMap(([id, at]) => (arrived.has(id) ? [(arrived.get(id) ?? 0) - at] : []));
const figures: MessageFigures = {
  perSecond: acks.length / seconds,
  ack: timesOf(acks),
  delivery: timesOf(deliveries),
  failures,
  lost: missing().length - failures,
};
process.stdout.write(JSON.stringify(figures));
process.exit(0);
