import { INVARIANTS, type Violation } from './invariants/index.ts';
import type { Ledger } from './writes/ledger.ts';
import type { WriteFindings } from './writes/stored.ts';
import { FLAWS, type Findings } from './checker.ts';
import type { Recovery } from './nemesis.ts';
import { hasCalls, type FaultRun } from './plan.ts';

/** Results of a run. */
export interface Outcome {
  run: FaultRun;
  /** Duration of the faults, in seconds. */
  faultSeconds: number;
  seed: number;
  findings: Findings;
  sent: number;
  acknowledged: number;
  /** Messages without an acknowledgement when the time to drain was over. */
  unsent: number;
  refused: string[];
  contradictions: string[];
  resets: number;
  received: number;
  rereads: number;
  reads: number;
  responses: { passed: number; cut: number };
  faults: ReadonlyMap<string, number>;
  recoveries: readonly Recovery[];
  /** Exits that no fault caused, and unexpected errors. */
  exits: number;
  failedStarts: number;
  unexpected: readonly { what: string; times: number }[];
  drainsMs: readonly number[];
  memoryMaxMb: number;
  isDrained: boolean;
  /** Every write but messages, and what is lost or doubled of them. */
  ledger: Pick<Ledger, 'total' | 'acknowledged' | 'refusals' | 'open' | 'retries'>;
  writes: WriteFindings;
  violations: readonly Violation[];
  /** Calls that were begun and answered, and what differs between the devices and the history. */
  calls: { started: number; answered: number; differences: readonly string[] };
  /** Number of stored files whose bytes were compared. */
  files: number;
  /** What a node returns, or the bytes of a file, where they differ from the rows. */
  differences: readonly string[];
  /** How often seats were looked at during the faults, and events with more members than seats. */
  seats: { looks: number; overbooked: readonly string[] };
  /** What a node refuses after the faults. */
  leftBroken: readonly string[];
  /** Faults that the machine does not allow, with the reason. */
  skipped: readonly string[];
  /** Faults that the run should have injected. */
  missed: readonly string[];
}

/** Limits that a full run must meet; see docs/delivery.md. */
export const FULL_RUN_LIMITS = {
  faults: 40,
  acknowledged: 20_000,
  p95Ms: 5_000,
  allMs: 15_000,
  firstWriteMs: 5_000,
} as const;

const EXAMPLES_MAX = 10;
/** Number of examples printed for a control. */
const CONTROL_EXAMPLES = 3;

/**
 * Returns the broken promises as text; empty when none was broken. Only the full run checks times, because other work
 * on the machine makes them longer.
 */
export function listBroken({
  run,
  findings,
  unsent,
  refused,
  contradictions,
  resets,
  exits,
  isDrained,
  acknowledged,
  faults,
  recoveries,
  unexpected,
  ...others
}: Outcome): string[] {
  const broken = FLAWS.filter((flaw) => findings.counts[flaw] > 0).map((flaw) => `${flaw}: ${findings.counts[flaw]}`);
  if (unsent > 0) broken.push(`never acknowledged: ${unsent}`);
  if (refused.length > 0) broken.push(`refused: ${refused.length}`);
  if (contradictions.length > 0) broken.push(`contradictions: ${contradictions.length}`);
  if (resets > 0) broken.push(`resets: ${resets}`);
  if (!isDrained) broken.push('devices did not catch up');
  if (exits > 0) broken.push(`unexpected exits of nodes: ${exits}`);
  if (unexpected.length > 0) broken.push(`unexpected errors in the logs: ${countOf(unexpected)}`);
  if (acknowledged === 0) broken.push('no message was acknowledged');
  if (hasCalls(run) && others.calls.answered === 0) broken.push('no call was answered');
  broken.push(...listBrokenWrites(others));
  const total = acknowledged + others.ledger.total;
  if (run.isFullRun) broken.push(...listShort({ acknowledged: total, faults, recoveries }));
  if ((run.isFullRun || run.isShort) && others.missed.length > 0)
    broken.push(`faults that never happened: ${others.missed.join(', ')}`);
  return broken;
}

function listBrokenWrites({
  ledger,
  writes,
  violations,
  differences,
  seats,
  leftBroken,
  calls,
}: Pick<Outcome, 'ledger' | 'writes' | 'calls' | 'violations' | 'differences' | 'seats' | 'leftBroken'>): string[] {
  const broken = violations.map(({ name, count }) => `${name}: ${count} violations`);
  if (writes.lost.length > 0) broken.push(`lost writes: ${writes.lost.length}`);
  if (writes.doubled.length > 0) broken.push(`doubled writes: ${writes.doubled.length}`);
  if (calls.differences.length > 0) broken.push(`calls that are lost, doubled or wrong: ${calls.differences.length}`);
  if (ledger.total === 0) broken.push('no write was acknowledged');
  if (ledger.open > 0) broken.push(`writes without a response: ${ledger.open}`);
  if (ledger.refusals.length > 0) broken.push(`writes refused: ${ledger.refusals.length}`);
  if (differences.length > 0) broken.push(`differences from the rows: ${differences.length}`);
  if (seats.overbooked.length > 0) broken.push(`events with too many members: ${seats.overbooked.length}`);
  if (leftBroken.length > 0) broken.push(`left broken: ${leftBroken.join(', ')}`);
  return broken;
}

function listShort({
  acknowledged,
  faults,
  recoveries,
}: Pick<Outcome, 'acknowledged' | 'faults' | 'recoveries'>): string[] {
  const short: string[] = [];
  if (acknowledged < FULL_RUN_LIMITS.acknowledged)
    short.push(`acknowledged ${acknowledged} of ${FULL_RUN_LIMITS.acknowledged}`);
  if (sum(faults.values()) < FULL_RUN_LIMITS.faults)
    short.push(`faults ${sum(faults.values())} of ${FULL_RUN_LIMITS.faults}`);
  const { p95Ms, allMs, firstWriteMs } = slowest(recoveries);
  if (p95Ms > FULL_RUN_LIMITS.p95Ms) short.push(`95 % live again after ${seconds(p95Ms)}`);
  if (allMs > FULL_RUN_LIMITS.allMs) short.push(`all live again after ${seconds(allMs)}`);
  if (firstWriteMs > FULL_RUN_LIMITS.firstWriteMs) short.push(`first write after ${seconds(firstWriteMs)}`);
  return short;
}

/** Prints the results of a run. */
export function printOutcome(outcome: Outcome): void {
  const { faultSeconds, seed, responses, faults, recoveries, exits, failedStarts, unexpected, drainsMs } = outcome;
  const { p95Ms, allMs, firstWriteMs } = slowest(recoveries);
  const kills = recoveries.filter(({ after }) => after === 'node kill').length;
  const backs = recoveries.length - kills;
  line(
    'faults',
    `${sum(faults.values())} in ${faultSeconds} s (seed ${seed}): ` +
      `${[...faults].map(([name, times]) => `${times} ${name}`).join(', ') || 'none'}`,
  );
  for (const fault of outcome.skipped) line('skipped', fault);
  line('cut', `${responses.cut} of ${responses.cut + responses.passed} responses`);
  printMessages(outcome);
  line(
    'P10',
    `node killed ${kills} times: 95 % live again within ${seconds(p95Ms)}, all within ` +
      `${seconds(allMs)}; Postgres back ${backs} times: first write within ${seconds(firstWriteMs)} (slowest of each)`,
  );
  line(
    'nodes',
    `unexpected exits ${exits}   failed starts ${failedStarts}   unexpected errors in the ` +
      `logs ${countOf(unexpected)}   most memory ${outcome.memoryMaxMb} MB   slowest stop ${seconds(Math.max(0, ...drainsMs))}`,
  );
  printWrites(outcome);
  printExamples(outcome);
}

function printMessages({
  findings: { counts },
  sent,
  acknowledged,
  unsent,
  refused,
  contradictions,
  resets,
  received,
  rereads,
  reads,
}: Outcome): void {
  line(
    'P1',
    `sent ${sent}   acknowledged ${acknowledged}   lost ${counts.lost}   never acknowledged ` +
      `${unsent}   refused ${refused.length}`,
  );
  line('P2', `doubled ${counts.doubled}`);
  line('P3', `order errors ${counts['order errors']}`);
  line(
    'P4',
    `gaps ${counts.gaps}   cursors apart ${counts['cursors apart']}   resets ${resets}   events ` +
      `received ${received}   re-reads ${rereads}, contradictions ${contradictions.length}`,
  );
  line(
    'P6',
    `read marks ${reads}   lost ${counts['lost reads']}   cursors that went back ${counts['read cursors back']}`,
  );
}

function printWrites({
  ledger,
  writes,
  acknowledged,
  violations,
  files,
  differences,
  seats,
  leftBroken,
  calls,
}: Outcome): void {
  const kinds = [...ledger.acknowledged].map(([name, count]) => `${count} ${name}`);
  line(
    'writes',
    `acknowledged ${ledger.total}   lost ${writes.lost.length}   doubled ${writes.doubled.length}   never acknowledged ` +
      `${ledger.open}   refused ${ledger.refusals.length}   repeated ${ledger.retries}: ${kinds.toSorted().join(', ')}`,
  );
  const begun = `started ${calls.started}   answered ${calls.answered}`;
  line('calls', `${begun}   ended by themselves, lost, doubled or wrong ${calls.differences.length}`);
  line('in all', `acknowledged ${ledger.total + acknowledged} messages and writes`);
  line(
    'database',
    `invariants ${INVARIANTS.length}   violated ${violations.length}   files compared ${files}   differences ` +
      `${differences.length}   looks at seats ${seats.looks}   events with too many members ${seats.overbooked.length}`,
  );
  line('left broken', leftBroken.join(', ') || 'nothing');
}

function printExamples(outcome: Outcome): void {
  const { run, findings, contradictions, refused, unexpected, violations, differences, writes, ledger, calls } =
    outcome;
  const examples = [
    ...findings.examples,
    ...writes.lost.slice(0, EXAMPLES_MAX).map((what) => `lost: ${what}`),
    ...writes.doubled.slice(0, EXAMPLES_MAX).map((what) => `doubled: ${what}`),
    ...contradictions.slice(0, EXAMPLES_MAX),
    ...refused.slice(0, EXAMPLES_MAX),
    ...violations.map(({ name, means, examples: found }) => `${name} (${means}): ${found.join('; ')}`),
    ...calls.differences.slice(0, EXAMPLES_MAX),
    ...differences.slice(0, EXAMPLES_MAX),
    ...ledger.refusals.slice(0, EXAMPLES_MAX),
    ...unexpected.map(({ what, times }) => `${times} times ${what}`),
  ];
  for (const text of run.control === null ? examples : examples.slice(0, CONTROL_EXAMPLES)) line('', text);
}

function slowest(recoveries: readonly Recovery[]): { p95Ms: number; allMs: number; firstWriteMs: number } {
  const most = (of: (recovery: Recovery) => number): number => Math.max(0, ...recoveries.map(of));
  return {
    p95Ms: most((recovery) => (recovery.after === 'node kill' ? recovery.p95Ms : 0)),
    allMs: most((recovery) => (recovery.after === 'node kill' ? recovery.allMs : 0)),
    firstWriteMs: most((recovery) => (recovery.after === 'postgres back' ? recovery.firstWriteMs : 0)),
  };
}

function countOf(unexpected: Outcome['unexpected']): number {
  return sum(unexpected.map(({ times }) => times));
}

function line(name: string, text: string): void {
  process.stdout.write(`  ${name.padEnd(12)}${text}\n`);
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
