import { readPlan } from './attack/plan.ts';
import { describeVerdict, formatResults, isExpected } from './attack/report.ts';
import { runAttack } from './attack/run.ts';
import { checkScanners } from './attack/scanners.ts';
import { onStop } from './interrupt.ts';
import { runTask } from './stack.ts';

/**
 * `npm run attack`: attacks a server of its own as six identities and fails when anything gets through. Its controls
 * plant a hole each, which must be found.
 */
await runTask(async () => {
  const runs = readPlan(process.argv.slice(2));
  if (runs.some(({ parts }) => parts.includes('scanners'))) checkScanners();
  let close = async (): Promise<void> => undefined;
  onStop(() => void close().finally(() => process.exit(1)));
  let isPassed = true;
  for (const run of runs) {
    process.stdout.write(`\n${run.name}: ${run.parts.join(', ')}\n`);
    const startedMs = performance.now();
    const report = (text: string): void => {
      process.stdout.write(`  ${((performance.now() - startedMs) / 1_000).toFixed(0).padStart(4)} s ${text}\n`);
    };
    const results = await runAttack({ run, report, onOpen: (open) => (close = open) });
    process.stdout.write(`\n${formatResults(results)}\n  ${describeVerdict(run, results)}\n`);
    isPassed &&= isExpected(run, results);
  }
  return isPassed ? 0 : 1;
});
