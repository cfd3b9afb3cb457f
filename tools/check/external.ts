import { execFile } from 'node:child_process';
import { join, relative } from 'node:path';
import { ROOT } from '../stack.ts';
import type { Violation } from './source.ts';

/** Longer than the tools take on a machine that does other work. */
const TIMEOUT_MS = 1_200_000;
const MESSAGE = /^(.+?)\((\d+),\d+\): error (.+)$/;

/** Type errors of one project file. */
export async function checkTypes(project: string): Promise<Violation[]> {
  const { output, failure } = await run(join('typescript', 'bin', 'tsc'), ['-p', project, '--pretty', 'false']);
  const violations = output.split('\n').flatMap((text): Violation[] => {
    const [, file, line, message] = MESSAGE.exec(text.trim()) ?? [];
    return file && line && message ? [{ file: fromRoot(file), line: Number(line), message }] : [];
  });
  return violations.length === 0 && failure
    ? [{ file: project, line: 1, message: `tsc ${failure}: ${output.slice(0, 500)}` }]
    : violations;
}

/** Findings of the linter below the given folders; warnings count. */
export async function checkLint(folders: readonly string[], cwd: string = ROOT): Promise<Violation[]> {
  const args = ['-c', join(ROOT, 'tools', 'oxlint.json'), '--type-aware', '--format', 'json', ...folders];
  const { output, failure } = await run(join('oxlint', 'bin', 'oxlint'), args, cwd);
  try {
    const { diagnostics } = JSON.parse(output) as { diagnostics: LintFinding[] };
    return diagnostics.map(({ filename, message, code, labels }) => ({
      file: filename,
      line: labels[0]?.span.line ?? 1,
      message: `${code ?? 'error'}: ${message}`,
    }));
  } catch {
    return [
      {
        file: folders.join(' '),
        line: 1,
        message: `oxlint ${failure ?? 'printed no report'}: ${output.slice(0, 500)}`,
      },
    ];
  }
}

/** Files that the formatter would change. */
export async function checkFormat(cwd: string = ROOT): Promise<Violation[]> {
  const args = ['-c', join(ROOT, '.oxfmtrc.json'), '--list-different', '.'];
  const { output, failure } = await run(join('oxfmt', 'bin', 'oxfmt'), args, cwd);
  if (!failure) return [];
  return output
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((file) => ({ file, line: 1, message: 'is not formatted: npx oxfmt' }));
}

/** Files, exports and packages that nothing uses, and packages that are used without being listed. */
export async function checkUnused(cwd: string = ROOT, config = 'tools/knip.json'): Promise<Violation[]> {
  const args = ['-c', config, '--reporter', 'json', '--no-progress', '--no-config-hints'];
  const { output, failure } = await run(join('knip', 'bin', 'knip.js'), args, cwd);
  try {
    const { issues } = JSON.parse(output) as { issues: UnusedFinding[] };
    return issues.flatMap(({ file, ...kinds }) =>
      Object.entries(kinds).flatMap(([kind, found]) =>
        found.flat().map(({ name, line = 1 }) => ({ file, line, message: `unused or unlisted ${kind}: ${name}` })),
      ),
    );
  } catch {
    return [{ file: config, line: 1, message: `knip ${failure ?? 'printed no report'}: ${output.slice(0, 500)}` }];
  }
}

/** Findings of knip in one file: for each kind of finding, such as `exports`, the names; duplicates come in groups. */
type UnusedFinding = { file: string } & { [kind in 'files' | 'dependencies' | 'exports' | 'types']: Unused[] };

type Unused = UnusedName | UnusedName[];

interface UnusedName {
  name: string;
  line?: number;
}

interface LintFinding {
  filename: string;
  message: string;
  code?: string;
  labels: { span: { line: number } }[];
}

function run(
  script: string,
  args: readonly string[],
  cwd: string = ROOT,
): Promise<{ output: string; failure: string | undefined }> {
  return new Promise((done) => {
    const command = [join(ROOT, 'node_modules', script), ...args];
    execFile(process.execPath, command, { cwd, timeout: TIMEOUT_MS, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      const failure = error
        ? error.killed
          ? `did not end within ${TIMEOUT_MS} ms`
          : `ended with ${String(error.code)}`
        : undefined;
      done({ output: stdout || stderr, failure });
    });
  });
}

function fromRoot(file: string): string {
  return relative(ROOT, join(ROOT, file)).replaceAll('\\', '/');
}
