import { execFile } from 'node:child_process';
import { join, relative } from 'node:path';
import { ROOT } from '../stack.ts';
import type { Violation } from './source.ts';

const TIMEOUT_MS = 120_000;
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
