import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LauncherError } from './postgres.ts';
import { ROOT, runTask } from './stack.ts';

const PACKAGE = '@doyensec/electronegativity@1.10.3';
const PARTS = ['main', 'preload', 'renderer'];

/** The accepted findings of Electronegativity: what it does not see, or what was reviewed. */
const EXPLAINED: Record<string, string> = {
  CSP_GLOBAL_CHECK:
    'The policy is a response header of the scheme (main/core/app-files.ts), tested there and in the page.',
  AUXCLICK_JS_CHECK: 'A middle click asks for a new window; setWindowOpenHandler denies every new window.',
  PRELOAD_JS_CHECK: 'preload/index.ts exposes only the functions of shared/bridge; preload.test.ts compares them.',
  OPEN_EXTERNAL_JS_CHECK:
    'Opens https, http and mailto without credentials (main/core/navigation.ts), after a question (outside-links.ts).',
};

/** A file in SARIF (https://docs.oasis-open.org/sarif/sarif/v2.1.0/), as far as it is read. */
interface Sarif {
  runs: { results: { ruleId: string; locations?: { physicalLocation?: PhysicalLocation }[] }[] }[];
}

interface PhysicalLocation {
  artifactLocation?: { uri?: string };
  region?: { startLine?: number };
}

/**
 * `npm run electronegativity` runs Doyensec's Electronegativity over main, preload and renderer. A finding without an
 * explanation fails, and so does an explanation without a finding. The program is fetched from npm for the run alone,
 * because it requires packages with known vulnerabilities.
 */
await runTask(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-electronegativity-'));
  try {
    const findings = run(folder);
    for (const { rule, place } of findings)
      process.stdout.write(`${rule} ${place}\n    ${EXPLAINED[rule] ?? 'NOT EXPLAINED'}\n`);
    const found = new Set(findings.map(({ rule }) => rule));
    const unexplained = [...found].filter((rule) => !(rule in EXPLAINED));
    const stale = Object.keys(EXPLAINED).filter((rule) => !found.has(rule));
    for (const rule of stale) process.stdout.write(`${rule} is explained but was not found.\n`);
    process.stdout.write(`${findings.length} findings, ${unexplained.length} without an explanation.\n`);
    return unexplained.length === 0 && stale.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function run(folder: string): { rule: string; place: string }[] {
  const input = join(folder, 'input');
  const output = join(folder, 'findings.sarif');
  for (const part of PARTS)
    cpSync(join(ROOT, 'desktop', part), join(input, part), {
      recursive: true,
      filter: (source) => !/\.test\.tsx?$/.test(source),
    });
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    devDependencies: { electron: string };
  };
  const check = ['-i', input, '-o', output, '-r', '-e', devDependencies.electron];
  const { status, stdout, stderr } = spawnSync(
    process.platform === 'win32' ? 'npm.cmd' : 'npm',
    // The excluded check asks a server for releases of Electron; `npm outdated` shows them.
    ['exec', '--yes', '--ignore-scripts', `--package=${PACKAGE}`, '--', 'electronegativity', ...check].concat([
      '-x',
      'availablesecurityfixesglobalcheck',
    ]),
    {
      cwd: folder,
      encoding: 'utf8',
      shell: process.platform === 'win32',
      // Without a network, its translations cannot be fetched; that error would end it before it writes its findings.
      env: { ...process.env, NODE_OPTIONS: "--import=data:text/javascript,process.on('uncaughtException',()=>{})" },
    },
  );
  if (status === null) throw new LauncherError('npm could not be started.');
  try {
    const sarif = JSON.parse(readFileSync(output, 'utf8')) as Sarif;
    return sarif.runs.flatMap(({ results }) =>
      results.map(({ ruleId, locations }) => {
        const { artifactLocation, region } = locations?.[0]?.physicalLocation ?? {};
        return { rule: ruleId, place: `${artifactLocation?.uri ?? ''}:${region?.startLine ?? 0}` };
      }),
    );
  } catch {
    throw new LauncherError(`Electronegativity wrote no findings:\n${stdout}${stderr}`);
  }
}
