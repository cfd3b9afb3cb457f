import { readFileSync } from 'node:fs';
import { v7 as uuidv7 } from 'uuid';
import { createPool } from '../db/pool.ts';
import { seededRandom } from '../db/seeds/context.ts';
import type { SearchQuery } from '#shared/api/search.ts';
import { findResults } from '../domains/search/search.results.ts';
import { suggest } from '../domains/search/search.suggest.ts';
import type { Identity } from '../http/identity.ts';
import { DOCUMENTS, makeSearchDatabase, makeVocabulary } from './search-fixture.ts';
import { CONNECTIONS, printLoad, printRounds, ROUND_SECONDS, ROUNDS, startServers } from './servers.ts';

const QUERIES = 120;
const WARM_UP = 20;
const TARGET_MS = 100;

/**
 * `npm run bench -- search` measures searches and suggestions in 1,000,000 documents and as many messages: first one
 * request at a time, compared with reading one row by its key; then many at once, compared with the bare server.
 */
export async function bench(adminUrl: string): Promise<void> {
  const documents = Object.values(DOCUMENTS).reduce((sum, count) => sum + count, 0);
  process.stdout.write(`\nsearch: ${documents.toLocaleString('en')} documents, one request at a time\n`);
  const { url, viewerId } = await makeSearchDatabase(adminUrl);
  await printSearches(url, viewerId);
  printLoad();
  process.stdout.write(
    `\nthe same over HTTP, ${CONNECTIONS} connections, median of ${ROUNDS} pairs of rounds of ` +
      `${ROUND_SECONDS} s; the bare server runs only the statement for records\n`,
  );
  const servers = await startServers(url, viewerId);
  const { words } = makeVocabulary();
  try {
    for (const [name, at] of Object.entries({ 'common word': 20, 'rare word': 30_000 }))
      printRounds(name, await servers.rounds(`/api/search?q=${words[at] ?? ''}%20`));
  } finally {
    await servers.stop();
  }
  printLoad();
}

/** Prints the time of a read of one row by its key, then the time of each kind of search and suggestion. */
async function printSearches(url: string, viewerId: string): Promise<void> {
  const pool = createPool(url, { max: 1, planning: 'each' });
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const { pid = 0 } = rows[0] ?? {};
  const viewer: Identity = {
    id: viewerId,
    role: 'teacher',
    username: 'person1',
    fullName: 'Person',
    email: 'x',
    isEmailVerified: true,
    isAwaitingApproval: false,
    hasSecondFactor: false,
    sessionId: uuidv7(),
  };
  try {
    const bare = Array.from({ length: QUERIES }, () => viewerId);
    await printKind('one row by its key', bare, {
      pid,
      run: (id) => pool.query({ name: 'bench-bare', text: 'select u.* from users u where u.id = $1', values: [id] }),
    });
    for (const [kind, requests] of Object.entries(makeRequests()))
      await printKind(kind, requests, {
        pid,
        run: (request) => findResults(pool, viewer, { ...request, searchId: null }),
      });
    for (const [kind, prefixes] of Object.entries(makePrefixes()))
      await printKind(kind, prefixes, { pid, run: (prefix) => suggest(pool, viewer, prefix) });
  } finally {
    await pool.end();
  }
}

interface Measured<T> {
  /** Process id of the Postgres backend that runs the statements. */
  pid: number;
  run: (request: T) => Promise<unknown>;
}

async function printKind<T>(kind: string, requests: T[], measured: Measured<T>): Promise<void> {
  const { times, busy } = await measure(requests, measured);
  const columns = [
    `p50 ${ms(times, 0.5)}`,
    `p95 ${ms(times, 0.95)}`,
    `worst ${ms(times, 1)}`,
    ...(busy.length > 0 ? [`of this processor time: p50 ${ms(busy, 0.5)}  p95 ${ms(busy, 0.95)}`] : []),
  ];
  process.stdout.write(
    `  ${kind.padEnd(34)} ${columns.join('  ')}${kind.startsWith('one row') ? '' : `  (target: p95 ${TARGET_MS})`}\n`,
  );
}

function ms(sorted: readonly number[], share: number): string {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return `${value.toFixed(1).padStart(6)} ms`;
}

function makeRequests(): Record<string, SearchQuery[]> {
  const { words, names } = makeVocabulary();
  const random = seededRandom(11);
  const from = (start: number, end: number) => words[start + Math.floor(random() * (end - start))] ?? '';
  const many = (make: () => SearchQuery) => Array.from({ length: QUERIES }, make);
  const swapLetters = (word: string) => word.slice(0, 3) + (word[4] ?? '') + (word[3] ?? '') + word.slice(5);
  return {
    'common (in 4 to 50% of documents)': many(() => ({ q: `${from(4, 80)} ` })),
    'medium (0.3 to 3%)': many(() => ({ q: `${from(100, 1_000)} ` })),
    'rare (below 0.05%)': many(() => ({ q: `${from(8_000, 60_000)} ` })),
    'two words': many(() => ({ q: `${from(4, 200)} ${from(100, 5_000)} ` })),
    'beginning of a word': many(() => ({ q: from(1_000, 30_000).slice(0, 4) })),
    'quoted words': many(() => ({ q: `"${from(4, 80)} ${from(4, 80)}"` })),
    misspelt: many(() => ({
      q: `${swapLetters(words.filter((word) => word.length > 7)[Math.floor(random() * 20_000)] ?? '')} `,
    })),
    'name of a user': many(() => ({ q: `${names[Math.floor(names.length ** random()) - 1] ?? ''} ` })),
    'filtered by type and category': many(() => ({ q: `${from(4, 1_000)} `, types: 'course', category: 'category 3' })),
    'filtered by day': many(() => ({ q: `${from(4, 1_000)} `, from: '2026-01-01', to: '2026-03-31' })),
    'own messages, common word': many(() => ({ q: `${from(4, 80)} `, types: 'message' })),
    'own messages, rare word': many(() => ({ q: `${from(8_000, 60_000)} `, types: 'message' })),
    'own messages, newest first': many(() => ({ q: `${from(4, 1_000)} `, types: 'message', sort: 'new' as const })),
    'newest first': many(() => ({ q: `${from(4, 1_000)} `, sort: 'new' as const })),
  };
}

function makePrefixes(): Record<string, string[]> {
  const { words, names } = makeVocabulary();
  const random = seededRandom(12);
  const prefixes = (list: readonly string[], chars: number) =>
    Array.from({ length: QUERIES }, () => (list[Math.floor(list.length ** random()) - 1] ?? '').slice(0, chars));
  return {
    'suggest for two letters': prefixes(words, 2),
    'suggest for four letters': prefixes(words, 4),
    'suggest for a name': prefixes(names, 5),
  };
}

async function measure<T>(requests: T[], { pid, run }: Measured<T>): Promise<{ times: number[]; busy: number[] }> {
  for (const request of requests.slice(0, WARM_UP)) await run(request);
  const [times, busy]: [number[], number[]] = [[], []];
  for (const request of requests) {
    const [startedAt, busyBefore] = [performance.now(), busyMs(pid)];
    await run(request);
    times.push(performance.now() - startedAt);
    if (busyBefore !== null) busy.push((busyMs(pid) ?? Number.NaN) - busyBefore);
  }
  return { times: times.toSorted((a, b) => a - b), busy: busy.toSorted((a, b) => a - b) };
}

/**
 * Returns the processor time that Postgres and this process have used so far, in milliseconds; null on a system without
 * /proc. On a busy machine, elapsed time minus processor time is time spent waiting.
 */
function busyMs(pid: number): number | null {
  try {
    const [nanoseconds = ''] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    const { user, system } = process.cpuUsage();
    return Number(nanoseconds) / 1e6 + (user + system) / 1e3;
  } catch {
    return null;
  }
}
