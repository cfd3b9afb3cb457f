import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readEnvFile } from './env-file.ts';
import { ROOT } from './stack.ts';

const execute = promisify(execFile);
/** What a password may contain; a shell would expand or run most of it. */
const NASTY = 'a b&c;$HOME`id`#"\\';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lyceum-env-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The examples of settings files in the documentation, with a password in place of each ellipsis. */
function listExamples(): string[] {
  const examples: string[] = [];
  for (const page of readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'))) {
    // Every other part is between two fences.
    const parts = readFileSync(join(ROOT, 'docs', page), 'utf8').split(/^ *```/m);
    examples.push(...parts.filter((_, index) => index % 2 === 1).map((text) => text.replaceAll(/^ +/gm, '')));
  }
  return examples.filter((text) => /^\n[^]*^[A-Z_]+=/m.test(text)).map((text) => text.replaceAll('…', NASTY));
}

/** The variables that a shell gives to commands after it has read a file. */
function readByShell(file: string): Record<string, string> {
  const printed = execFileSync('env', ['-i', '/bin/sh', '-c', 'set -a; . "$1"; /usr/bin/env -0', 'sh', file]);
  const lines = printed.toString().split('\0').filter(Boolean);
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

describe.skipIf(process.platform === 'win32')('the settings files of the documentation (a shell)', () => {
  it('give the same values to a shell and to --env-file', () => {
    const examples = listExamples();
    expect(examples.length).toBeGreaterThanOrEqual(2);
    const database = examples.find((text) => text.includes('DATABASE_URL')) ?? '';
    expect(database).toContain('&sslrootcert');
    for (const [index, example] of examples.entries()) {
      const file = join(folder, `${index}.env`);
      writeFileSync(file, example);
      const names = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);
      expect(names.length).toBeGreaterThan(1);
      for (const name of names) vi.stubEnv(name, undefined);
      expect(readEnvFile(['--env-file', file])).toEqual([]);
      const shell = readByShell(file);
      for (const name of names) expect([name, process.env[name]]).toEqual([name, shell[name]]);
      expect(names.some((name) => shell[name]?.includes(NASTY))).toBe(true);
      vi.unstubAllEnvs();
    }
  });
});

describe('--env-file', () => {
  it('is taken out of the arguments, and variables that exist stay', () => {
    const file = join(folder, 'two.env');
    writeFileSync(file, `LYCEUM_ONE='1'\nLYCEUM_TWO='2'\n`);
    vi.stubEnv('LYCEUM_ONE', undefined);
    vi.stubEnv('LYCEUM_TWO', 'mine');
    vi.stubEnv('INIT_CWD', folder);
    expect(readEnvFile(['users', '--env-file=two.env', 'awaiting'])).toEqual(['users', 'awaiting']);
    expect([process.env['LYCEUM_ONE'], process.env['LYCEUM_TWO']]).toEqual(['1', 'mine']);
    vi.unstubAllEnvs();
    expect(readEnvFile(['users', 'awaiting'])).toEqual(['users', 'awaiting']);
    expect(() => readEnvFile(['--env-file'])).toThrow('Name the file');
    expect(() => readEnvFile(['--env-file', join(folder, 'none')])).toThrow('cannot be read');
  });
});

describe('a command without a database', () => {
  /** Runs a task with an empty data folder, and returns its exit code and what it printed as an error. */
  async function run(task: string, args: string[], env: Record<string, string>): Promise<[unknown, string]> {
    const { DATABASE_URL: _, MIGRATE_URL: __, ...rest } = process.env;
    const settings = { ...rest, DATA_DIR: join(folder, 'data'), ...env };
    const ended = execute(process.execPath, [join(ROOT, 'tools', `${task}.ts`), ...args], { env: settings });
    return ended.then(
      ({ stderr }) => [0, stderr],
      (error: { code: unknown; stderr: string }) => [error.code, error.stderr],
    );
  }

  it.each([
    ['admin', ['users', 'awaiting'], {}],
    ['admin', ['users', 'awaiting'], { DATABASE_URL: '' }],
    ['db', ['migrate'], { PUBLIC_URL: 'https://lyceum.school.example' }],
    ['serve', [], { PUBLIC_URL: 'https://lyceum.school.example', PORT: '1' }],
  ])('%s %j refuses and creates none (%j)', async (task, args, env) => {
    const [code, printed] = await run(task, args, env);
    expect(code).toBe(1);
    expect(printed).toMatch(/^DATABASE_URL is missing, and there is no database in .*--env-file FILE\n$/);
    expect(readdirSync(folder)).not.toContain('data');
  });
});
