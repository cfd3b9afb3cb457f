import { mkdtempSync, rmSync } from 'node:fs';
import { BlockList } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import pino from 'pino';
import { startApp } from '../app.ts';
import type { Config } from '../config.ts';
import { createJobQueue } from '../db/job-queue.ts';
import { ormConfig } from '../db/mikro-orm.config.ts';
import { createPool, type Pool } from '../db/pool.ts';
import { entities } from '../entities.ts';
import { createSecretBox } from '../gateways/secret-box.ts';
import { createTestDatabase } from './database.ts';
import { findPort } from './ports.ts';
import { runStatement } from './template.ts';
import { TestClient } from './test-client.ts';

/** A whole backend on its own database and port, for tests through HTTP and sockets. */
export interface TestApp {
  url: string;
  dataDir: string;
  databaseUrl: string;
  /** Has the same rights as the backend. */
  pool: Pool;
  /** Runs a statement as the role that owns the tables. */
  runAsOwner(statement: string): Promise<void>;
  /** Returns a new EntityManager for arranging and checking data. */
  em(): EntityManager;
  /** Lets what runs on `em()` queue jobs, which the backend runs. */
  startQueue(): Promise<void>;
  /** Returns a client without a session. */
  visitor(): TestClient;
  /** Confirms the email address of a client's user, as the emailed link does. */
  confirmEmail(client: TestClient): Promise<void>;
  close(): Promise<void>;
}

const ENCRYPTION_KEY = 'a key for tests that is long enough';
const SILENT = pino({ level: 'silent' });

/**
 * No test runs as long: a job that runs by itself at certain minutes would come between the steps of a test. Their
 * polls were also most of what an idle app does.
 */
const CRON_POLL_SECONDS = 3_600;

/** Starts a backend; `config` overrides single settings. */
export async function createTestApp(config: Partial<Config> = {}, log = SILENT): Promise<TestApp> {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-test-'));
  const port = await findPort();
  const url = `http://127.0.0.1:${port}`;
  const app = await startApp(
    {
      databaseUrl: database.url,
      migrateUrl: undefined,
      databaseWaitMs: 10_000,
      redisUrl: undefined,
      host: '127.0.0.1',
      port,
      publicUrl: url,
      isHttps: false,
      dataDir,
      webDir: join(dataDir, 'no-web'),
      sessionSecret: 'a secret for tests that is long enough',
      encryptionKey: ENCRYPTION_KEY,
      logLevel: 'silent',
      seedDemo: false,
      trustProxy: 0,
      trustedNetworks: new BlockList(),
      connectionsPerAddress: 1_000,
      drainMs: 0,
      currency: 'USD',
      limitFactor: 100,
      smtpUrl: undefined,
      mustEncryptEmail: false,
      mailFrom: 'Lyceum <lyceum@example.test>',
      supportEmail: undefined,
      hasSecureSubdomains: false,
      securityContact: undefined,
      updateFeed: undefined,
      vapidKeys: undefined,
      pushHosts: ['127.0.0.1'],
      s3: undefined,
      payments: undefined,
      refundDays: 14,
      keepFreeBytes: 200 * 1024 * 1024,
      exportsMaxBytes: 50e9,
      approvedRoles: [],
      twoFactorRoles: [],
      auditMonths: 13,
      iceServers: { stunUrls: [], turnUrls: [], turnSecret: undefined, credentialMs: 600_000 },
      stun: undefined,
      clamd: undefined,
      ...config,
    },
    log,
    { cronPollSeconds: CRON_POLL_SECONDS },
  );
  await app.listen();
  const orm = await MikroORM.init(ormConfig({ databaseUrl: database.url, entities }));
  const pool = createPool(database.url);
  let queue: ReturnType<typeof createJobQueue> | null = null;
  return {
    url,
    dataDir,
    databaseUrl: database.url,
    pool,
    runAsOwner: (statement) => runStatement(database.ownerUrl, statement),
    em: () => orm.em.fork(),
    async startQueue() {
      const box = createSecretBox(ENCRYPTION_KEY);
      queue = createJobQueue({ databaseUrl: database.url, orm, box, onError: (error) => log.error(error) });
      await queue.start([]);
    },
    visitor: () => new TestClient(url),
    async confirmEmail({ user }) {
      await pool.query('update users set email_verified_at = now() where id = $1', [user?.id]);
    },
    async close() {
      await app.stop();
      await queue?.stop();
      await pool.end();
      await orm.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
