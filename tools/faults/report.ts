import { FLAWS, type Findings } from './checker.ts';
import type { Recovery } from './nemesis.ts';
import type { FaultRun } from './plan.ts';

/** What a run came to. */
export interface Outcome {
  run: FaultRun;
  /** How long faults were made, in seconds. */
  ragedSeconds: number;
  seed: number;
  findings: Findings;
  sent: number;
  acknowledged: number;
  /** Not acknowledged when the time to drain was over. */
  unsent: number;
  refused: string[];
  contradictions: string[];
  resets: number;
  heard: number;
  looks: number;
  reads: number;
  answers: { passed: number; cut: number };
  faults: ReadonlyMap<string, number>;
  recoveries: readonly Recovery[];
  /** Nodes that ended by themselves, and what they did not foresee. */
  exits: number;
  failedStarts: number;
  unforeseen: readonly { what: string; times: number }[];
  drainsMs: readonly number[];
  memoryMaxMb: number;
  isDrained: boolean;
}

/** Bars of P1 and P10. Source: trust.md 1.1. */
export const BARS = { faults: 40, acknowledged: 20_000, p95Ms: 5_000, allMs: 15_000, firstWriteMs: 5_000 } as const;

/** A control is made to break promises, so a few examples are enough. */
const CONTROL_EXAMPLES = 3;

/**
 * What is broken in words; empty when the promises held. Times are asked for in the long run alone, since other work on
 * the machine makes them longer.
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
  unforeseen,
}: Outcome): string[] {
  const broken = FLAWS.filter((flaw) => findings.counts[flaw] > 0).map((flaw) => `${flaw}: ${findings.counts[flaw]}`);
  if (unsent > 0) broken.push(`never acknowledged: ${unsent}`);
  if (refused.length > 0) broken.push(`refused: ${refused.length}`);
  if (contradictions.length > 0) broken.push(`contradictions: ${contradictions.length}`);
  if (resets > 0) broken.push(`resets: ${resets}`);
  if (!isDrained) broken.push('devices did not catch up');
  if (exits > 0) broken.push(`nodes that ended by themselves: ${exits}`);
  if (unforeseen.length > 0) broken.push(`unforeseen in the logs: ${countOf(unforeseen)}`);
  if (acknowledged === 0) broken.push('nothing was acknowledged');
  return run.isProof ? [...broken, ...listShort({ acknowledged, faults, recoveries })] : broken;
}

function listShort({
  acknowledged,
  faults,
  recoveries,
}: Pick<Outcome, 'acknowledged' | 'faults' | 'recoveries'>): string[] {
  const short: string[] = [];
  if (acknowledged < BARS.acknowledged) short.push(`acknowledged ${acknowledged} of ${BARS.acknowledged}`);
  if (sum(faults.values()) < BARS.faults) short.push(`faults ${sum(faults.values())} of ${BARS.faults}`);
  const { p95Ms, allMs, firstWriteMs } = slowest(recoveries);
  if (p95Ms > BARS.p95Ms) short.push(`95 % live again after ${seconds(p95Ms)}`);
  if (allMs > BARS.allMs) short.push(`all live again after ${seconds(allMs)}`);
  if (firstWriteMs > BARS.firstWriteMs) short.push(`first write after ${seconds(firstWriteMs)}`);
  return short;
}

/** Prints the figures of a run. */
export function printOutcome(outcome: Outcome): void {
  const {
    run,
    ragedSeconds,
    seed,
    findings,
    sent,
    acknowledged,
    unsent,
    refused,
    contradictions,
    resets,
    heard,
    looks,
    reads,
    answers,
    faults,
    recoveries,
    exits,
    failedStarts,
    unforeseen,
    drainsMs,
    memoryMaxMb,
  } = outcome;
  const { counts } = findings;
  const { p95Ms, allMs, firstWriteMs } = slowest(recoveries);
  const kills = recoveries.filter(({ after }) => after === 'node kill').length;
  const backs = recoveries.length - kills;
  line(
    'faults',
    `${sum(faults.values())} in ${ragedSeconds} s (seed ${seed}): ${[...faults].map(([name, times]) => `${times} ${name}`).join(', ') || 'none'}`,
  );
  line('answers cut', `${answers.cut} of ${answers.cut + answers.passed}`);
  line(
    'P1',
    `sent ${sent}   acknowledged ${acknowledged}   lost ${counts.lost}   never acknowledged ${unsent}   refused ${refused.length}`,
  );
  line('P2', `doubled ${counts.doubled}`);
  line('P3', `order errors ${counts['order errors']}`);
  line(
    'P4',
    `gaps ${counts.gaps}   cursors apart ${counts['cursors apart']}   resets ${resets}   events heard ${heard}   looks back ${looks}, contradicted ${contradictions.length}`,
  );
  line(
    'P6',
    `read marks ${reads}   lost ${counts['lost reads']}   cursors that went back ${counts['read cursors back']}`,
  );
  line(
    'P10',
    `node killed ${kills} times: 95 % live again within ${seconds(p95Ms)}, all within ${seconds(allMs)}; Postgres back ${backs} times: first write within ${seconds(firstWriteMs)} (slowest of each)`,
  );
  line(
    'nodes',
    `ended by themselves ${exits}   starts without a database ${failedStarts}   unforeseen in the logs ${countOf(unforeseen)}   most memory ${memoryMaxMb} MB   slowest stop ${seconds(Math.max(0, ...drainsMs))}`,
  );
  const examples = [
    ...findings.examples,
    ...contradictions.slice(0, 10),
    ...refused.slice(0, 10),
    ...unforeseen.map(({ what, times }) => `${times} times ${what}`),
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

function countOf(unforeseen: Outcome['unforeseen']): number {
  return sum(unforeseen.map(({ times }) => times));
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
