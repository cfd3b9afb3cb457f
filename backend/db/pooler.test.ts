import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { findRunAs } from '../../tools/postgres.ts';
import { createTestDatabase } from '../testing/database.ts';
import { findPort } from '../testing/ports.ts';
import { isMissing } from '../testing/programs.ts';
import { migrate } from './commands.ts';
import { checkNoPooler, PoolerError } from './pooler.ts';
import { explainDatabaseError } from './start-error.ts';

describe.skipIf(isMissing('pgbouncer'))('PgBouncer (needs pgbouncer)', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let folder: string;
  let pgbouncer: ChildProcess | undefined;
  beforeAll(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'lyceum-pgbouncer-'));
    chmodSync(folder, 0o755);
  });
  afterEach(async () => {
    if (pgbouncer?.exitCode === null) {
      pgbouncer.kill('SIGKILL');
      await once(pgbouncer, 'exit');
    }
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await database.drop();
  });

  /** Starts a pooler in front of the test database and returns its address. */
  async function start(settings: readonly string[]): Promise<string> {
    const url = new URL(database.url);
    const port = await findPort();
    const name = url.pathname.slice(1);
    writeFileSync(join(folder, 'users.txt'), `"${url.username}" "${url.password}"\n`);
    const lines = [
      '[databases]',
      `${name} = host=127.0.0.1 port=${url.port} dbname=${name}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = plain',
      `auth_file = ${join(folder, 'users.txt')}`,
      ...settings,
    ];
    writeFileSync(join(folder, 'pgbouncer.ini'), lines.join('\n'));
    // PgBouncer refuses to run as root.
    pgbouncer = spawn('pgbouncer', ['-q', join(folder, 'pgbouncer.ini')], { ...findRunAs(), stdio: 'ignore' });
    url.port = String(port);
    await vi.waitFor(() => checkNoPooler(url.href, 'DATABASE_URL').catch(refuseUnlessPooler), { interval: 50 });
    return url.href;
  }

  const refuseUnlessPooler = (error: unknown): void => {
    if (!(error instanceof PoolerError)) throw error;
  };
  const IGNORED =
    'ignore_startup_parameters = options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout';

  it('is refused in transaction mode', async () => {
    const address = await start(['pool_mode = transaction', IGNORED]);
    await expect(migrate(address)).rejects.toBeInstanceOf(PoolerError);
  });

  it('can be used in session mode', async () => {
    await expect(migrate(await start(['pool_mode = session', IGNORED]))).resolves.toEqual([]);
  });

  it('is recognised when it refuses the parameters of a connection', async () => {
    const error: unknown = await migrate(await start(['pool_mode = session'])).catch((reason: unknown) => reason);
    expect(explainDatabaseError(error)).toMatch(/^DATABASE_URL leads to a pooler that refuses the parameters/);
  });
});
