import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLog } from './log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lyceum-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const now = () => new Date('2026-11-23T10:00:00Z');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

it('writes redacted lines with time and level, and returns the last ones', () => {
  const log = openLog(folder, now);
  log.write('info', 'Started.');
  log.write('error', 'Error: sid=abc of ana@example.org\n    at main.js');
  expect(read('main.log')).toBe(
    '2026-11-23T10:00:00.000Z info Started.\n' +
      '2026-11-23T10:00:00.000Z error Error: sid=[removed] of [email]\n      at main.js\n',
  );
  expect(log.tail(2)).toBe('2026-11-23T10:00:00.000Z error Error: sid=[removed] of [email]\n      at main.js');
});

it('keeps five files of at most 1 MB, also across starts', () => {
  const line = 'x '.repeat(990);
  for (let start = 0; start < 4; start += 1) {
    const log = openLog(folder, now);
    for (let index = 0; index < 900; index += 1) log.write('info', `${start} ${line}`);
  }
  const files = readdirSync(folder).toSorted();
  expect(files).toEqual(['main.1.log', 'main.2.log', 'main.3.log', 'main.4.log', 'main.log']);
  for (const file of files) expect(statSync(join(folder, file)).size).toBeLessThanOrEqual(1_000_000);
  expect(read('main.log')).toContain(' info 3 x');
});

it('cuts a long message and never throws', () => {
  const log = openLog(folder, now);
  log.write('warn', 'word '.repeat(10_000));
  expect(read('main.log').length).toBeLessThan(2_100);
  const file = join(folder, 'no-folder');
  writeFileSync(file, '');
  const broken = openLog(join(file, 'logs'), now);
  broken.write('info', 'Started.');
  expect(broken.tail(5)).toBe('');
});
