import { notifyManager, QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { apiClient } from '../../lib/http/api.ts';
import { createQueryClient } from '../../lib/http/query-client.ts';
import { removeToast } from '../../lib/page/toasts.ts';
import type { NounCase } from './noun-case.ts';
import { CONTENT_CASES } from './content-cases.ts';
import { COURSE_CASES } from './course-cases.ts';
import { EVENT_CASES } from './event-cases.ts';
import { PEOPLE_CASES } from './people-cases.ts';
import { PURCHASE_CASES } from './purchase-cases.ts';
import { RECORD_CASES } from './record-cases.ts';
import { Simulation } from './simulation.ts';

const clock = vi.hoisted(() => ({ nowMs: 0 }));
vi.mock('../../lib/http/clock.ts', () => ({
  // Each request is made a minute later, so that no circuit breaker stays open.
  systemClock: { now: () => (clock.nowMs += 60_000), random: () => 0, wait: () => Promise.resolve() },
}));
vi.mock('../../lib/live/live.ts', () => ({
  liveLink: { status: 'live', emit: () => Promise.resolve({ ok: true }), on: () => () => undefined },
}));

beforeAll(() => notifyManager.setScheduler(queueMicrotask));
afterAll(() => notifyManager.setScheduler((run) => setTimeout(run, 0)));
afterEach(() => {
  removeToast();
  apiClient.csrf.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** Every noun whose mutations write to the cache. */
const CASES: readonly NounCase[] = [
  ...CONTENT_CASES,
  ...COURSE_CASES,
  ...EVENT_CASES,
  ...PEOPLE_CASES,
  ...PURCHASE_CASES,
  ...RECORD_CASES,
];

/** What happens to the response of an action: it arrives, its first copy is lost, or every copy is lost. */
type Fate = 'answered' | 'lost once' | 'lost';
const RUNS = 12;
const ATTEMPTS = 4;

describe.each(CASES)('$name', (nounCase) => {
  it('equals the server after any order of responses, pushes and fetches, and shows nothing twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom<Fate>('answered', 'answered', 'lost once', 'lost'), {
          minLength: nounCase.actions.length,
          maxLength: nounCase.actions.length,
        }),
        fc.array(fc.nat(), { minLength: 8, maxLength: 24 }),
        (fates, choices) => runOnce(nounCase, fates, choices),
      ),
      { numRuns: RUNS },
    );
  });
});

async function runOnce(nounCase: NounCase, fates: readonly Fate[], choices: readonly number[]): Promise<void> {
  const simulation = new Simulation(nounCase.state(), nounCase.routes);
  vi.stubGlobal('fetch', simulation.fetch);
  const problems: string[] = [];
  const steps: string[] = [];
  const run = hookRunner(nounCase, simulation.client);
  for (const query of nounCase.queries()) simulation.show(query);
  await settle();
  const stopWatching = simulation.client.getQueryCache().subscribe(() => {
    for (const twice of duplicates(simulation.client))
      problems.push(`${twice} appears twice after ${steps.join(', ')}`);
  });
  let acted = 0;
  let lastPush: Simulation<unknown>['pushes'][number] | undefined;
  let refetches = 0;
  const losses = new Map<string, number>();
  const moves = () => [
    ...(acted < nounCase.actions.length ? ['act'] : []),
    ...(simulation.responses.length > 0 ? ['response'] : []),
    ...(simulation.pushes.length > 0 ? ['push'] : []),
    ...(lastPush ? ['push again'] : []),
    ...(simulation.reads.length > 0 ? ['read'] : []),
    ...(refetches < 2 ? ['refetch'] : []),
  ];
  const make = async (move: string): Promise<void> => {
    steps.push(move);
    if (move === 'act') {
      const action = nounCase.actions[acted];
      acted += 1;
      action?.(run, simulation.client);
    } else if (move === 'response') {
      const response = simulation.responses.shift();
      const lost = losses.get(response?.path ?? '') ?? 0;
      const fate = fates[acted - 1] ?? 'answered';
      if (fate === 'answered' || (fate === 'lost once' && lost > 0) || lost >= ATTEMPTS) response?.deliver();
      else {
        losses.set(response?.path ?? '', lost + 1);
        response?.lose();
      }
    } else if (move === 'push') {
      lastPush = simulation.pushes.shift();
      if (lastPush) simulation.push(lastPush);
    } else if (move === 'push again') {
      if (lastPush) simulation.push(lastPush);
    } else if (move === 'read') simulation.reads.shift()?.deliver();
    else {
      refetches += 1;
      simulation.areReadsDelayed = true;
      void simulation.client.invalidateQueries({ refetchType: 'active' });
    }
    await settle();
    simulation.areReadsDelayed = false;
    if (acted === nounCase.actions.length && nounCase.isShown?.(simulation.client) === false && !fates.includes('lost'))
      problems.push(`the last change is not shown after ${steps.join(', ')}`);
  };
  for (const choice of choices) {
    const enabled = moves();
    await make(enabled[choice % enabled.length] ?? 'push again');
  }
  while (acted < nounCase.actions.length) await make('act');
  for (let rest = restOf(simulation); rest !== null; rest = restOf(simulation)) await make(rest);
  // The link was down, or the user reloads: what is on screen is fetched again.
  if (fates.includes('lost')) await simulation.client.invalidateQueries({ refetchType: 'active' });
  await settle();
  const shown = nounCase.queries().map(({ queryKey }) => plain(simulation.client.getQueryData(queryKey)));
  const stored = await Promise.all(nounCase.queries().map((query) => fetched(query)));
  stopWatching();
  run.end();
  simulation.end();
  const { unknown } = simulation;
  expect({ shown, problems, unknown, steps, fates }).toEqual({
    shown: stored,
    problems: [],
    unknown: [],
    steps,
    fates,
  });
}

function restOf(simulation: Pick<Simulation<unknown>, 'responses' | 'reads' | 'pushes'>): string | null {
  if (simulation.responses.length > 0) return 'response';
  if (simulation.reads.length > 0) return 'read';
  return simulation.pushes.length > 0 ? 'push' : null;
}

/** Runs the hooks of a case, each in a component of its own. */
function hookRunner(nounCase: NounCase, client: QueryClient) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { useMutations = () => ({}) } = nounCase;
  const { result, unmount } = renderHook(() => useMutations(), { wrapper });
  return {
    mutate: (name: string, input?: unknown) =>
      (result.current as Record<string, { mutate: (input: unknown) => void }>)[name]?.mutate(input),
    end: unmount,
  };
}

/** Waits until everything that can run without a response has run. */
async function settle(): Promise<void> {
  for (let round = 0; round < 4; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function fetched(query: { queryKey: readonly unknown[] }): Promise<unknown> {
  const client = createQueryClient();
  const options = query as never;
  const data = await ('initialPageParam' in query ? client.fetchInfiniteQuery(options) : client.fetchQuery(options));
  client.clear();
  return plain(data);
}

/** Returns data without what only a push has, and without the edges of pages of messages, which a deletion leaves. */
function plain(data: unknown): unknown {
  const ignored = new Set(['at', 'newest', 'oldest']);
  return JSON.parse(JSON.stringify(data ?? null, (key, value: unknown) => (ignored.has(key) ? undefined : value)));
}

/** Returns the ids that a cached list contains twice. */
function duplicates(client: QueryClient): string[] {
  return client
    .getQueryCache()
    .getAll()
    .flatMap(({ state: { data } }) => {
      const pages = (data as { pages?: { items?: { id: string }[]; messages?: { id: string }[] }[] } | undefined)
        ?.pages;
      const ids = (pages ?? []).flatMap((page) => (page.items ?? page.messages ?? []).map(({ id }) => id));
      return ids.filter((id, at) => ids.indexOf(id) !== at);
    });
}

const FEATURES = join(import.meta.dirname, '../../features');
const WRITES = /setQuer(y|ies)Data|showUntilStored|showRecord|invalidate/;
/** Writes to the cache by a mutation itself, before or after its response. */
const OWN_WRITES = /onMutate|setQuer(y|ies)Data|removeQueries|\b(change|put|drop|show|add|replace)[A-Z]\w*\(/;

/** The source of a noun's mutations. */
function mutationsOf(noun: string): string {
  return readdirSync(join(FEATURES, noun), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(FEATURES, noun, file), 'utf8'))
    .filter((text) => /useMutation\(|mutationOptions\(/.test(text))
    .join('\n');
}

it.each(readdirSync(FEATURES))('has a case for each mutation of %s that writes to the cache', (noun) => {
  // The session has tests of its own: signing in and out replaces the whole cache.
  // Settings of the desktop client are stored on the computer.
  if (noun === 'auth' || noun === 'desktop') return;
  const source = mutationsOf(noun);
  const nounCases = CASES.filter((nounCase) => nounCase.noun === noun);
  if (WRITES.test(source)) expect(nounCases.map(({ name }) => name)).not.toEqual([]);
  const written = source
    .split(/^(?=export )/m)
    .filter((part) => /^export .*(useMutation\(|mutationOptions\(|showWanted\()/s.test(part) && OWN_WRITES.test(part))
    .map((part) => /^export (?:function|const) (\w+)/.exec(part)?.[1] ?? '?')
    // The mutation of the feed only fetches new posts, and has tests of its own.
    .filter((name) => name !== 'Feed');
  const covered = new Set(nounCases.flatMap(({ covers }) => covers));
  expect(written.filter((name) => !covered.has(name))).toEqual([]);
});
