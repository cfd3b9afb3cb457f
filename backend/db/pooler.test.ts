import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { findRunAs } from '../../tools/postgres.ts';
import { createTestDatabase } from '../testing/database.ts';
import { findPort } from '../testing/ports.ts';
import { isMissing } from '../testing/programs.ts';
import { migrate } from './commands.ts';
import { createClient } from './connection.ts';
import { ormConfig } from './mikro-orm.config.ts';
import { OutboxRow } from './outbox.entity.ts';
import { createPool } from './pool.ts';
import { checkNoPooler, PoolerError } from './pooler.ts';

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
  it('is refused in transaction mode', async () => {
    const address = await start(['pool_mode = transaction']);
    await expect(migrate(address)).rejects.toBeInstanceOf(PoolerError);
  });

  const LIMITS = `select current_setting('statement_timeout') || ' ' || current_setting('lock_timeout') || ' ' ||
    current_setting('idle_in_transaction_session_timeout') || ' ' || current_setting('plan_cache_mode') as limits`;

  // The first drops the parameters with which a connection starts; the second would refuse them.
  it.each([
    'ignore_startup_parameters = options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
    'ignore_startup_parameters = extra_float_digits',
  ])('gives every connection its limits in session mode (%s)', async (setting) => {
    const address = await start(['pool_mode = session', setting]);
    expect(await migrate(address)).toEqual([]);
    const pool = createPool(address, { max: 1 });
    const searches = createPool(address, { max: 1, planning: 'each' });
    const orm = await MikroORM.init(ormConfig({ databaseUrl: address, entities: [OutboxRow] }));
    const migrating = createClient(address, { session: { lock_timeout: 2_000 } });
    await migrating.connect();
    expect((await pool.query(LIMITS)).rows).toEqual([{ limits: '2500ms 0 10s force_generic_plan' }]);
    expect((await searches.query(LIMITS)).rows).toEqual([{ limits: '2500ms 0 10s force_custom_plan' }]);
    expect(await orm.em.fork().execute(LIMITS)).toEqual([{ limits: '2500ms 0 10s auto' }]);
    expect((await migrating.query(LIMITS)).rows).toEqual([{ limits: '0 2s 0 auto' }]);
    // The pooler gives a connection that is free again to others, without the limits of the last one.
    await migrating.end();
    const next = createClient(address, {});
    await next.connect();
    expect((await next.query(LIMITS)).rows).toEqual([{ limits: '0 0 0 auto' }]);
    await next.end();
    await orm.close();
    await Promise.all([pool.end(), searches.end()]);
  });
});
