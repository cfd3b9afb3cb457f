import { CALL_ABLATIONS, checkCallModel, type ModelReport } from '../backend/testing/call-ablations.ts';
import { LauncherError } from './postgres.ts';
import { runTask } from './stack.ts';

const RUNS = 500_000;
/** Runs of one batch, after which progress is printed. */
const BATCH = 50_000;
/** Each ablation must be found within so many runs. */
const ABLATION_RUNS = 200_000;

const USAGE = 'npm run calls:model -- [--runs=NUMBER] [--seed=NUMBER] [--ablations]';

interface ModelPlan {
  runs: number;
  seed: number;
  /** Only the rules that are left out. */
  isAblationsOnly: boolean;
}

/**
 * `npm run calls:model`: random interleavings of calls between three users with five devices must keep every invariant.
 * Then each of twelve rules is left out, and the model must find what it prevents.
 */
await runTask(async () => {
  const plan = readPlan(process.argv.slice(2));
  const isKept = plan.isAblationsOnly || checkRules(plan);
  return checkAblations(plan.seed) && isKept ? 0 : 1;
});

/** Parses the arguments. @throws LauncherError for an unknown one. */
function readPlan(args: readonly string[]): ModelPlan {
  const given = new Map(args.map((arg) => arg.replace(/^--/, '').split('=') as [string, string | undefined]));
  const numberOf = (name: string, otherwise: number): number => {
    const value = given.has(name) ? Number(given.get(name)) : otherwise;
    if (!Number.isSafeInteger(value) || value < 1) throw new LauncherError(USAGE);
    return value;
  };
  if ([...given.keys()].some((name) => !['runs', 'seed', 'ablations'].includes(name))) throw new LauncherError(USAGE);
  return {
    runs: numberOf('runs', RUNS),
    seed: numberOf('seed', Date.now() % 1_000_000),
    isAblationsOnly: given.has('ablations'),
  };
}

function checkRules({ runs, seed }: ModelPlan): boolean {
  const startedMs = performance.now();
  for (let done = 0; done < runs; done += BATCH) {
    const report = checkCallModel({ runs: Math.min(BATCH, runs - done), seed: seed + done });
    if (report.isFailed) return print(`VIOLATED with seed ${seed + done}: ${report.error}`, false);
    const seconds = (performance.now() - startedMs) / 1_000;
    print(`${done + report.runs} interleavings without a violation, ${seconds.toFixed(0)} s`, true);
  }
  return true;
}

function checkAblations(seed: number): boolean {
  const reports = Object.entries(CALL_ABLATIONS).map(([name, rules]) => {
    const report: ModelReport = checkCallModel({ runs: ABLATION_RUNS, seed, rules });
    return print(`${name}: ${report.isFailed ? `found in run ${report.runs}` : 'NOT FOUND'}`, report.isFailed);
  });
  return reports.every(Boolean);
}

function print(text: string, isPassed: boolean): boolean {
  process.stdout.write(`${text}\n`);
  return isPassed;
}
