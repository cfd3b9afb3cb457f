import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { keepRunning, makeDataFolder, openDatabase, openLog, readSettings } from './stack.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('restarts a database that has died, once at a time, and continues when that fails', async () => {
  vi.useFakeTimers();
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  let pid: number | undefined = 7;
  const starts = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let started = 0;
  const startAgain = (): Promise<void> => starts[started++]?.promise ?? Promise.reject(new Error('too often'));
  keepRunning({ pid: () => pid, startAgain });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(started).toBe(0);
  pid = undefined;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(started).toBe(1);
  starts[0]?.reject(new Error('no room'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(started).toBe(2);
  pid = 8;
  starts[1]?.resolve();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(started).toBe(2);
  expect(written.mock.calls.map(([line]) => line)).toEqual([
    'PostgreSQL ended; starting it again.\n',
    'no room\n',
    'PostgreSQL ended; starting it again.\n',
  ]);
});

it('closes the data folder and the log to other users of the machine', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-stack-'));
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
  const dataDir = join(folder, 'data');
  makeDataFolder(dataDir);
  // As root, Postgres runs as another user, who may pass the folder but not list it.
  expect(modeOf(dataDir)).toBe(process.getuid?.() === 0 ? '711' : '700');
  const file = join(dataDir, 'lyceum.log');
  writeFileSync(file, '', { mode: 0o644 });
  const log = openLog(file);
  await once(log, 'open');
  log.end();
  expect(modeOf(file)).toBe('600');
  rmSync(folder, { recursive: true });
});

it("hands the addresses of an operator's own database to the backend", async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const DATABASE_URL = 'postgres://app:secret@db/lyceum';
  const MIGRATE_URL = 'postgres://owner@db/lyceum';
  expect((await openDatabase(readSettings({ DATABASE_URL, MIGRATE_URL }))).env).toEqual({ DATABASE_URL, MIGRATE_URL });
  expect((await openDatabase(readSettings({ DATABASE_URL }))).env).toEqual({ DATABASE_URL });
  expect(written.mock.calls.flat()).toEqual(Array(2).fill('Database: lyceum on db:5432\n'));
  expect(() => readSettings({ MIGRATE_URL })).toThrow('MIGRATE_URL needs a DATABASE_URL');
});
