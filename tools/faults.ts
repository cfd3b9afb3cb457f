import { join } from 'node:path';
import { onStop } from './interrupt.ts';
import type { CreateDevice } from './faults/device.ts';
import { readPlan } from './faults/plan.ts';
import { listBroken, printOutcome } from './faults/report.ts';
import { runFaults } from './faults/run.ts';
import { ROOT, runTask } from './stack.ts';

/**
 * `npm run faults`: two nodes, one Postgres and 24 devices under kills, cuts and freezes must lose, double and reorder
 * nothing; then the same checks must find something where it is made wrong on purpose.
 */
await runTask(async () => {
  const { seed, runs } = readPlan(process.argv.slice(2));
  // Made of the client's code, it belongs to the client's types.
  const { createDevice } = (await import(join(ROOT, 'desktop', 'testing', 'faults-device.ts'))) as {
    createDevice: CreateDevice;
  };
  let close = async (): Promise<void> => undefined;
  onStop(() => void close().finally(() => process.exit(1)));
  let isWhole = true;
  for (const run of runs) {
    process.stdout.write(`\n${run.name}: ${run.seconds} s, seed ${seed}\n`);
    const startedMs = performance.now();
    const tell = (text: string): void => {
      if (process.stdout.isTTY)
        process.stdout.write(`  ${((performance.now() - startedMs) / 1_000).toFixed(0).padStart(4)} s ${text}\n`);
    };
    const outcome = await runFaults({ run, seed, createDevice, tell, onOpen: (open) => (close = open) });
    printOutcome(outcome);
    const broken = listBroken(outcome);
    const isAsItShould = run.control === null ? broken.length === 0 : bites(run.control, outcome.findings.counts);
    isWhole &&= isAsItShould;
    process.stdout.write(`  ${verdict(run.control !== null, isAsItShould, broken)}\n`);
  }
  return isWhole ? 0 : 1;
});

/** A control is found by the flaw that it makes, not by just any. */
function bites(control: 'async-commit' | 'new-id', counts: Record<'lost' | 'doubled', number>): boolean {
  return counts[control === 'async-commit' ? 'lost' : 'doubled'] > 0;
}

function verdict(isControl: boolean, isAsItShould: boolean, broken: readonly string[]): string {
  if (isControl)
    return isAsItShould
      ? 'the control bit, as it should'
      : 'THE CONTROL DID NOT BITE: the checks would not see this flaw';
  return isAsItShould ? 'all promises held' : `BROKEN: ${broken.join('; ')}`;
}
