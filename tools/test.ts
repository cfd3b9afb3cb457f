import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { isWithoutRedis } from '../backend/testing/redis.ts';
import { runChecks } from './check/index.ts';
import { findChrome } from './chrome.ts';
import { isStopRequested, onStop } from './interrupt.ts';
import { ROOT, runTask } from './stack.ts';

/** Counts of one part, what its tests took, and each failed test with its reason, for the end of a long log. */
interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  times?: TestTime[];
  failures?: string[];
}

interface TestTime {
  name: string;
  ms: number;
}

/** How a part runs: the folder for its report, and arguments for its program, such as a file to run alone. */
interface PartSettings {
  folder: string;
  args: readonly string[];
}

const CRASHED: Tally = { passed: 0, failed: 1, skipped: 0 };
const PARTS: Record<string, (settings: PartSettings) => Promise<Tally>> = {
  check: runRules,
  unit: runVitest,
  e2e: runPlaywright,
  faults: runShortFaults,
};
/** Parts that receive the arguments after their name. */
const FILTERED = new Set(['unit', 'e2e']);
/** From this number of cores on, the checks run beside the unit tests. */
const CORES_FOR_TWO = 4;
const SLOWEST_MAX = 10;
const REASON_LINES_MAX = 12;

/**
 * `npm test`: every part, or those named (`npm test -- unit e2e`). One file or one test runs alone with `npm test --
 * unit backend/domains/posts -t likes` or `npm test -- e2e chat -t offline`. The last line counts them all.
 */
await runTask(async () => {
  const words = process.argv.slice(2);
  const firstArg = words.findIndex((word) => !(word in PARTS));
  const named = firstArg === -1 ? words : words.slice(0, firstArg);
  const args = firstArg === -1 ? [] : words.slice(firstArg);
  if (args.length > 0 && !(named.length === 1 && named.every((name) => FILTERED.has(name)))) {
    process.stderr.write(`There is no part "${args[0]}": npm test -- ${Object.keys(PARTS).join('|')}\n`);
    return 1;
  }
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-tests-'));
  const chosen = Object.keys(PARTS).filter((name) => named.length === 0 || named.includes(name));
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const failures: string[] = [];
  for (const group of groupParts(chosen)) {
    if (isStopRequested()) break;
    for (const tally of await Promise.all(group.map((name) => runPart(name, { folder, args })))) {
      for (const key of ['passed', 'failed', 'skipped'] as const) sum[key] += tally[key];
      failures.push(...(tally.failures ?? []));
    }
  }
  rmSync(folder, { recursive: true, force: true });
  for (const failure of failures) process.stdout.write(`\nfailed: ${failure}\n`);
  process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped\n`);
  return sum.failed === 0 && sum.passed > 0 ? 0 : 1;
});

/** Parts in the order in which they run; those of one group run side by side. */
function groupParts(names: readonly string[]): string[][] {
  const isPaired = availableParallelism() >= CORES_FOR_TWO && names.includes('check') && names.includes('unit');
  const alone = names.filter((name) => !isPaired || (name !== 'check' && name !== 'unit')).map((name) => [name]);
  return isPaired ? [['check', 'unit'], ...alone] : alone;
}

/** Runs one part and prints its time and its slowest tests. A part that throws counts as one failed test. */
async function runPart(name: string, settings: PartSettings): Promise<Tally> {
  process.stdout.write(`\n== ${name}\n`);
  const startedAt = performance.now();
  const tally = await (PARTS[name] ?? runRules)(settings).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return CRASHED;
  });
  const slowest = (tally.times ?? []).toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST_MAX);
  process.stdout.write(`\n== ${name} took ${seconds(performance.now() - startedAt)}\n`);
  for (const test of slowest) process.stdout.write(`${seconds(test.ms).padStart(9)}  ${test.name}\n`);
  return tally;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

/** Each rule of the repository counts as one test. */
async function runRules(): Promise<Tally> {
  const results = await runChecks();
  for (const { rule, violations } of results) {
    process.stdout.write(`${violations.length === 0 ? 'ok  ' : 'FAIL'} ${rule}\n`);
    for (const { file, line, message } of violations) process.stdout.write(`     ${file}:${line} ${message}\n`);
  }
  const broken = results.filter(({ violations }) => violations.length > 0);
  const failures = broken.map(({ rule, violations }) => `check: ${rule} (${violations.length} violations)`);
  return { passed: results.length - broken.length, failed: broken.length, skipped: 0, failures };
}

async function runVitest({ folder, args }: PartSettings): Promise<Tally> {
  const report = join(folder, 'vitest.json');
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const code = await runNode([
    vitest,
    'run',
    '-c',
    'tools/vitest.config.ts',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...args,
  ]);
  if (!existsSync(report)) return CRASHED;
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  ) as VitestReport;
  // A file that cannot be loaded has no failed test in it, and counts as one.
  const crashed = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = numFailedTests + crashed || (code === 0 ? 0 : 1);
  const times = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: `${relative(ROOT, name)}: ${fullName}`,
      ms: duration ?? 0,
    })),
  );
  const failures = testResults.flatMap(({ name, message, status, assertionResults }) => {
    const broken = assertionResults.filter((test) => test.status === 'failed');
    if (broken.length === 0) return status === 'failed' ? [describe(relative(ROOT, name), message)] : [];
    return broken.map(({ fullName, failureMessages }) =>
      describe(`${relative(ROOT, name)}: ${fullName}`, failureMessages?.join('\n')),
    );
  });
  // With -t, the tests that were not chosen count as pending.
  const skipped = args.length > 0 ? 0 : numPendingTests + numTodoTests;
  return { passed: numPassedTests, failed, skipped, times, failures };
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    /** Why the file could not be loaded. */
    message?: string;
    assertionResults: {
      status: string;
      fullName: string;
      duration?: number | null;
      failureMessages?: string[] | null;
    }[];
  }[];
}

/** Names a failed test with the first lines of its reason, without colours. */
function describe(name: string, reason = ''): string {
  const lines = stripVTControlCharacters(reason).split('\n').slice(0, REASON_LINES_MAX);
  return [name, ...lines.map((line) => `    ${line}`)].join('\n');
}

async function runPlaywright({ folder, args }: PartSettings): Promise<Tally> {
  if (!findChrome()) {
    process.stderr.write(
      'No Chrome or Chromium was found. Install one, or name it: CHROME_PATH=/path/to/chrome npm test\n',
    );
    return CRASHED;
  }
  const report = join(folder, 'playwright.json');
  const playwright = join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js');
  // Both programs filter by a part of a title, with different options.
  const filter = args.map((arg) => (arg === '-t' ? '-g' : arg));
  const code = await runNode(
    [playwright, 'test', '-c', 'desktop/e2e/playwright.config.ts', '--reporter=line,json', ...filter],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  );
  if (!existsSync(report)) return CRASHED;
  const { stats, errors, suites } = JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport;
  const flows = listFlows(suites);
  for (const { name, reason } of flows)
    if (reason !== undefined) process.stdout.write(`skipped: ${name} (${reason})\n`);
  const failed = stats.unexpected + stats.flaky + errors.length || (code === 0 ? 0 : 1);
  const failures = flows.flatMap(({ name, error }) => (error === undefined ? [] : [describe(name, error)]));
  return { passed: stats.expected, failed, skipped: stats.skipped, times: flows, failures };
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  /** What failed outside any test, such as a file that cannot be loaded. */
  errors: unknown[];
  suites: PlaywrightSuite[];
}

interface PlaywrightSuite {
  file: string;
  specs: { title: string; tests: PlaywrightTest[] }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightTest {
  annotations: { type: string; description?: string }[];
  status: string;
  results: { duration: number; error?: { message?: string } }[];
}

/** A flow with its time; `reason` is that of a skipped one, `error` that of a failed one. */
interface Flow extends TestTime {
  reason: string | undefined;
  error: string | undefined;
}

function listFlows(suites: readonly PlaywrightSuite[]): Flow[] {
  return suites.flatMap(({ file, specs, suites: inner = [] }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests.map(({ annotations, status, results }) => ({
        name: `${file}: ${title}`,
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
        reason:
          status === 'skipped'
            ? (annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason')
            : undefined,
        error: status === 'unexpected' ? (results.at(-1)?.error?.message ?? 'no reason') : undefined,
      })),
    ),
    ...listFlows(inner),
  ]);
}

/** The one-minute form of `npm run faults`: its run, and a control whose fault it must find. */
async function runShortFaults(): Promise<Tally> {
  if (process.platform === 'win32') {
    process.stdout.write('skipped: faults (Windows has no signal that freezes a process)\n');
    return { passed: 0, failed: 0, skipped: 2 };
  }
  if (isWithoutRedis) {
    process.stdout.write('skipped: faults (redis-server is not installed)\n');
    return { passed: 0, failed: 0, skipped: 2 };
  }
  const code = await runNode([join(ROOT, 'tools', 'faults.ts'), '--short'], {
    LYCEUM_LAUNCHER_PID: String(process.pid),
  });
  return code === 0 ? { passed: 2, failed: 0, skipped: 0 } : CRASHED;
}

function runNode(args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
    onStop(() => child.kill('SIGTERM'));
    child.once('exit', (code) => done(code ?? 1));
  });
}
