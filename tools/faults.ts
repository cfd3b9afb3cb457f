import { join } from 'node:path';
import { isWithoutRedis } from '../backend/testing/redis.ts';
import { onStop } from './interrupt.ts';
import type { CreateDevice } from './faults/device.ts';
import { checkPayments } from './faults/payments/check.ts';
import { readPlan, type Control } from './faults/plan.ts';
import { listBroken, printOutcome, type Outcome } from './faults/report.ts';
import { runFaults } from './faults/run.ts';
import { LauncherError } from './postgres.ts';
import { ROOT, runTask } from './stack.ts';

/**
 * `npm run faults`: two nodes, one Postgres and twelve members with 24 devices under kills, cuts, freezes, full disks
 * and wrong clocks must not lose or double a write, reorder a message, nor end a call. Then the same checks must find
 * the deliberate weakness of each control.
 */
await runTask(async () => {
  if (process.argv.includes('--only=payments')) return checkPayments(process.argv.slice(2));
  const { seed, runs } = readPlan(process.argv.slice(2));
  if (isWithoutRedis) throw new LauncherError('The faults need redis-server, which is not installed.');
  // It uses the client's code, so its types belong to the client's project.
  const { createDevice } = (await import(join(ROOT, 'desktop', 'testing', 'faults-device.ts'))) as {
    createDevice: CreateDevice;
  };
  let close = async (): Promise<void> => undefined;
  onStop(() => void close().finally(() => process.exit(1)));
  let isPassed = true;
  for (const run of runs) {
    process.stdout.write(`\n${run.name}: ${run.seconds} s, seed ${seed}\n`);
    const startedMs = performance.now();
    const report = (text: string): void => {
      if (process.stdout.isTTY)
        process.stdout.write(`  ${((performance.now() - startedMs) / 1_000).toFixed(0).padStart(4)} s ${text}\n`);
    };
    const outcome = await runFaults({ run, seed, createDevice, report, onOpen: (open) => (close = open) });
    printOutcome(outcome);
    const broken = listBroken(outcome);
    const isExpected = run.control === null ? broken.length === 0 : foundWeakness(run.control, outcome);
    isPassed &&= isExpected;
    process.stdout.write(`  ${verdict(run.control !== null, isExpected, broken)}\n`);
  }
  return isPassed ? 0 : 1;
});

/** Returns whether a control has the findings that its weakness causes; other findings do not count. */
function foundWeakness(control: Control, { findings: { counts }, writes, calls }: Outcome): boolean {
  if (control === 'silent-calls') return calls.differences.some((difference) => difference.includes('ended by itself'));
  return control === 'async-commit'
    ? counts.lost + writes.lost.length > 0
    : counts.doubled > 0 && writes.doubled.length > 0;
}

function verdict(isControl: boolean, isExpected: boolean, broken: readonly string[]): string {
  if (isControl)
    return isExpected ? 'the checks found the weakness, as they should' : 'THE CHECKS DID NOT FIND THE WEAKNESS';
  return isExpected ? 'no promise was broken' : `BROKEN: ${broken.join('; ')}`;
}
