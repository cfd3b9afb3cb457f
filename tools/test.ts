import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './check/index.ts';
import { findChrome } from './chrome.ts';
import { isStopAsked, onStop } from './interrupt.ts';
import { ROOT, runTask } from './stack.ts';

/** What one suite came to. */
interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

const CRASHED: Tally = { passed: 0, failed: 1, skipped: 0 };
const SUITES: Record<string, (folder: string) => Promise<Tally>> = {
  check: runRules,
  unit: runVitest,
  e2e: runPlaywright,
  faults: runShortFaults,
};

/** `npm test`: every suite, or those named (`npm test -- unit e2e`). Its last line counts them all. */
await runTask(async () => {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !(name in SUITES));
  if (unknown !== undefined) {
    process.stderr.write(`There is no suite "${unknown}": npm test -- ${Object.keys(SUITES).join('|')}\n`);
    return 1;
  }
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-tests-'));
  const sum: Tally = { passed: 0, failed: 0, skipped: 0 };
  for (const [name, run] of Object.entries(SUITES)) {
    if (isStopAsked() || (named.length > 0 && !named.includes(name))) continue;
    process.stdout.write(`\n== ${name}\n`);
    const tally = await run(folder).catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      return CRASHED;
    });
    for (const key of ['passed', 'failed', 'skipped'] as const) sum[key] += tally[key];
  }
  rmSync(folder, { recursive: true, force: true });
  process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped\n`);
  return sum.failed === 0 && sum.passed > 0 ? 0 : 1;
});

/** Each rule of the repository counts as one test. */
async function runRules(): Promise<Tally> {
  const results = await runChecks();
  for (const { rule, violations } of results) {
    process.stdout.write(`${violations.length === 0 ? 'ok  ' : 'FAIL'} ${rule}\n`);
    for (const { file, line, message } of violations) process.stdout.write(`     ${file}:${line} ${message}\n`);
  }
  const failed = results.filter(({ violations }) => violations.length > 0).length;
  return { passed: results.length - failed, failed, skipped: 0 };
}

async function runVitest(folder: string): Promise<Tally> {
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
  return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests };
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

async function runPlaywright(folder: string): Promise<Tally> {
  if (!findChrome()) {
    process.stderr.write(
      'No Chrome or Chromium was found. Install one, or name it: CHROME_PATH=/path/to/chrome npm test\n',
    );
    return CRASHED;
  }
  const report = join(folder, 'playwright.json');
  const playwright = join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js');
  const code = await runNode([playwright, 'test', '-c', 'desktop/e2e/playwright.config.ts', '--reporter=line,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  if (!existsSync(report)) return CRASHED;
  const { stats, errors, suites } = JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport;
  for (const line of listSkipped(suites)) process.stdout.write(`skipped: ${line}\n`);
  const failed = stats.unexpected + stats.flaky + errors.length || (code === 0 ? 0 : 1);
  return { passed: stats.expected, failed, skipped: stats.skipped };
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  /** What failed outside any test, such as a file that cannot be loaded. */
  errors: unknown[];
  suites: PlaywrightSuite[];
}

interface PlaywrightSuite {
  file: string;
  specs: { title: string; tests: { annotations: { type: string; description?: string }[]; status: string }[] }[];
  suites?: PlaywrightSuite[];
}

/** What was skipped, by name, with the reason that the test gave. */
function listSkipped(suites: readonly PlaywrightSuite[]): string[] {
  return suites.flatMap(({ file, specs, suites: inner = [] }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === 'skipped')
        .map(
          ({ annotations }) =>
            `${file}: ${title} (${annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason given'})`,
        ),
    ),
    ...listSkipped(inner),
  ]);
}

/** The one-minute form of `npm run faults`: its run, and a control that must be found out. */
async function runShortFaults(): Promise<Tally> {
  if (process.platform === 'win32') {
    process.stdout.write('skipped: faults (Windows has no signal that freezes a process)\n');
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
