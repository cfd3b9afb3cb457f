import { v7 as uuidv7 } from 'uuid';
import { createPool } from '../db/pool.ts';
import { seededRandom } from '../db/seeds/context.ts';
import { findResults, type SearchRequest } from '../domains/search/search.results.ts';
import { suggest } from '../domains/search/search.suggest.ts';
import type { Identity } from '../http/identity.ts';
import { DOCUMENTS, makeSearchDatabase, makeVocabulary } from './search-fixture.ts';
import { printLoad } from './servers.ts';

const QUERIES = 120;
const WARM_UP = 20;
const TARGET_MS = 100;

/** `npm run bench -- search`: searches and suggestions over 1,000,000 documents, one at a time, beside one row by its key. */
export async function bench(adminUrl: string): Promise<void> {
  const documents = Object.values(DOCUMENTS).reduce((sum, count) => sum + count, 0);
  process.stdout.write(`\nsearch: ${documents.toLocaleString('en')} documents, one request at a time\n`);
  const { url, viewerId } = await makeSearchDatabase(adminUrl);
  await printSearches(url, viewerId);
  printLoad();
}

/** Prints how long each kind of search takes, beside one row by its key at the same moments. */
export async function printSearches(url: string, viewerId: string): Promise<void> {
  const pool = createPool(url, { max: 1, planning: 'each' });
  const viewer: Identity = { id: viewerId, role: 'teacher', username: 'person1', fullName: 'Person', email: 'x', sessionId: uuidv7() };
  try {
    const bare = await measure(Array.from({ length: QUERIES }), () => pool.query({ name: 'bench-bare', text: 'select u.* from users u where u.id = $1', values: [viewerId] }));
    process.stdout.write(`  one row by its key                 p50 ${bare.p50.toFixed(1).padStart(6)} ms  p95 ${bare.p95.toFixed(1).padStart(6)} ms\n`);
    for (const [kind, requests] of Object.entries(makeRequests())) await printKind(kind, requests, (request) => findResults(pool, viewer, { ...request, searchId: null }));
    for (const [kind, starts] of Object.entries(makeStarts())) await printKind(kind, starts, (start) => suggest(pool, viewer, start));
  } finally {
    await pool.end();
  }
}

async function printKind<T>(kind: string, requests: T[], run: (request: T) => Promise<unknown>): Promise<void> {
  const { p50, p95, worst } = await measure(requests, run);
  process.stdout.write(`  ${kind.padEnd(34)} p50 ${p50.toFixed(1).padStart(6)} ms  p95 ${p95.toFixed(1).padStart(6)} ms  worst ${worst.toFixed(0).padStart(5)} ms (to reach: p95 ${TARGET_MS})\n`);
}

function makeRequests(): Record<string, SearchRequest[]> {
  const { words, names } = makeVocabulary();
  const random = seededRandom(11);
  const from = (start: number, end: number) => words[start + Math.floor(random() * (end - start))] ?? '';
  const many = (make: () => SearchRequest) => Array.from({ length: QUERIES }, make);
  const middle = (word: string) => word.slice(0, 3) + (word[4] ?? '') + (word[3] ?? '') + word.slice(5);
  return {
    'common (in 4 to 50% of documents)': many(() => ({ q: `${from(4, 80)} ` })),
    'middling (0.3 to 3%)': many(() => ({ q: `${from(100, 1_000)} ` })),
    'rare (below 0.05%)': many(() => ({ q: `${from(8_000, 60_000)} ` })),
    'two words': many(() => ({ q: `${from(4, 200)} ${from(100, 5_000)} ` })),
    'beginning of a word': many(() => ({ q: from(1_000, 30_000).slice(0, 4) })),
    'quoted words': many(() => ({ q: `"${from(4, 80)} ${from(4, 80)}"` })),
    'misspelt': many(() => ({ q: `${middle(words.filter((word) => word.length > 7)[Math.floor(random() * 20_000)] ?? '')} ` })),
    'name of a person': many(() => ({ q: `${names[Math.floor(names.length ** random()) - 1] ?? ''} ` })),
    'filtered by type and category': many(() => ({ q: `${from(4, 1_000)} `, types: 'course', category: 'category 3' })),
    'filtered by day': many(() => ({ q: `${from(4, 1_000)} `, from: '2026-01-01', to: '2026-03-31' })),
    'newest first': many(() => ({ q: `${from(4, 1_000)} `, sort: 'new' as const })),
  };
}

function makeStarts(): Record<string, string[]> {
  const { words, names } = makeVocabulary();
  const random = seededRandom(12);
  const starts = (list: readonly string[], chars: number) => Array.from({ length: QUERIES }, () => (list[Math.floor(list.length ** random()) - 1] ?? '').slice(0, chars));
  return { 'suggest for two letters': starts(words, 2), 'suggest for four letters': starts(words, 4), 'suggest for a name': starts(names, 5) };
}

async function measure<T>(requests: T[], run: (request: T) => Promise<unknown>): Promise<{ p50: number; p95: number; worst: number }> {
  for (const request of requests.slice(0, WARM_UP)) await run(request);
  const times: number[] = [];
  for (const request of requests) {
    const startedAt = performance.now();
    await run(request);
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), worst: at(1) };
}
