import { spawnSync } from 'node:child_process';

/**
 * Whether a test that needs these programs is skipped: one of them is missing, and LYCEUM_CI is not set. With LYCEUM_CI
 * the test runs and fails.
 */
export function isMissing(...programs: readonly string[]): boolean {
  if (process.env['LYCEUM_CI'] !== undefined) return false;
  return programs.some((program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error !== undefined);
}
