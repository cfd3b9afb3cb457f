import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const MODULE = JSON.stringify(pathToFileURL(join(import.meta.dirname, 'log.ts')).href);

/** Runs a program that has a `log` and counts the writes to its standard output in `writes`. */
function start(program: string) {
  const setup = `
    import fs from 'node:fs';
    let writes = 0;
    const { writeSync } = fs;
    fs.writeSync = (...args) => {
      if (args[0] === 1 && args[1].length > 0) writes += 1;
      return writeSync(...args);
    };
    const { exitOnBugs, openLog } = await import(${MODULE});
    const log = openLog('info');`;
  const args = ['--input-type=module', '--eval', `${setup}\n${program}`];
  return spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] });
}
const numbersIn = (output: string) =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => (JSON.parse(line) as { number?: number }).number);
const upTo = (count: number) => Array.from({ length: count }, (_none, number) => number);

it('is written in few parts, whole and in order when the process exits', async () => {
  const child = start(`
    for (let number = 0; number < 1_000; number += 1) log.info({ number }, 'a request of usual length');
    process.once('exit', () => fs.writeFileSync(2, String(writes)));
    process.exit(0);`);
  const [output, writes] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(numbersIn(output)).toEqual(upTo(1_000));
  expect(Number(writes)).toBeGreaterThan(0);
  expect(Number(writes)).toBeLessThan(50);
});

it('is written soon while the process goes on', async () => {
  const child = start(`log.info({ number: 0 }); process.stdin.resume();`);
  try {
    child.stdout.setEncoding('utf8');
    const first = await new Promise<string>((resolve) => child.stdout.once('data', resolve));
    expect(numbersIn(first)).toEqual([0]);
    expect(child.exitCode).toBeNull();
  } finally {
    child.kill();
  }
});

it('contains an exception that no one caught, and what was logged before it', async () => {
  const child = start(`
    process.on('uncaughtException', (err) => {
      log.fatal({ number: 1, err });
      process.kill(process.pid, 'SIGKILL');
    });
    log.info({ number: 0 });
    throw new Error('a bug');`);
  const output = await text(child.stdout);
  expect(numbersIn(output)).toEqual([0, 1]);
  expect(output).toContain('a bug');
});

it.each([
  ['an exception', `setTimeout(() => { throw new Error('a bug'); });`],
  ['a rejection', `void Promise.reject(new Error('a bug'));`],
  ['a rejection without an error', `void Promise.reject('a bug');`],
])('contains %s that no one handles, and the process ends with code 1', async (_what, program) => {
  const child = start(`
    exitOnBugs(log);
    setInterval(() => undefined, 1_000);
    log.info({ number: 0 });
    ${program}`);
  const ended = once(child, 'exit');
  const output = await text(child.stdout);
  expect(await ended).toEqual([1, null]);
  const lines = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { level: number; err?: { message: string } });
  expect(lines.map(({ level, err }) => [level, err?.message])).toEqual([
    [30, undefined],
    [60, 'a bug'],
  ]);
});
