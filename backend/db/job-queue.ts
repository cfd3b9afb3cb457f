import type { Configuration, EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Client } from 'pg';
import { PgBoss, type Clock, type ConstructorOptions, type JobResult, type Db, type SendOptions } from 'pg-boss';
import type { SecretBox } from '../gateways/secret-box.ts';
import { databaseNowMs } from './clock.ts';
import { createPool, type Pool } from './pool.ts';
import { read } from './read.ts';

/** The database schema of the jobs, beside the one of the records. */
const JOB_SCHEMA = 'pgboss';

/** How often a failed job is retried, with pauses that double from 15 s to an hour: about half a day in all. */
const RETRIES = { retryLimit: 18, retryBackoff: true, retryDelayMax: 3_600 } as const;
const RETRY_DELAY_SECONDS = 15;

/** Finished jobs are deleted after ten minutes, because they name recipients of emails. In seconds. */
const DELETE_AFTER_SECONDS = 600;

/** How often finished jobs are looked for, in seconds; pg-boss itself would look once a day. */
const MAINTENANCE_SECONDS = 60;

/** How often a worker of queued jobs polls, in seconds. */
const POLL_SECONDS = 1;

/** How often a worker of jobs that run by the clock polls, in seconds. They are due at full minutes. */
const CRON_POLL_SECONDS = 10;

/** How long a job may run before another worker takes it, in seconds. */
const EXPIRE_SECONDS = 120;

/** How long running jobs may take when the backend stops, in milliseconds. */
const STOP_MS = 5_000;

/** One kind of background job. */
export interface JobDefinition {
  name: string;
  /** Minutes at which it runs by itself, as a cron expression in UTC; without it, it runs when queued. */
  cron?: string;
  /** How many workers run it on this node; one without it. */
  concurrency?: number;
  /**
   * How many a worker takes and runs at once; one without it. A worker that found as many takes the next ones without a
   * pause.
   */
  batch?: number;
  /** How long one may run before another worker takes it; {@link EXPIRE_SECONDS} without it. */
  expireSeconds?: number;
  /** First pause before a failed one is tried again; {@link RETRY_DELAY_SECONDS} without it. */
  retryDelaySeconds?: number;
  /** `id` is the same at every attempt; a rejection makes it run again. */
  run: (data: never, job: { id: string }) => Promise<void>;
}

/** The background jobs of one node. */
export type JobQueue = ReturnType<typeof createJobQueue>;

/** Encrypts the secret part of a job's data. */
type JobBox = Pick<SecretBox, 'seal' | 'open'>;

/** Settings of the jobs. `onError` receives the errors of an unreachable database and of failed jobs. */
export interface JobQueueSettings {
  databaseUrl: string;
  box: JobBox;
  /** {@link MAINTENANCE_SECONDS} without it. */
  maintenanceSeconds?: number;
  /** How often the worker of a job with a cron expression polls; {@link CRON_POLL_SECONDS} without it. */
  cronPollSeconds?: number | undefined;
  /** Jobs queued through an EntityManager of this ORM go to this queue. */
  orm: MikroORM;
  onError: (error: unknown) => void;
}

/** Timers that do not keep the process alive. */
const quietClock: Clock = {
  now: () => databaseNowMs(),
  setTimeout: (work, ms) => setTimeout(work, ms).unref(),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (work, ms) => setInterval(work, ms).unref(),
  clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
};

const queues = new WeakMap<Configuration, { boss: PgBoss; box: JobBox }>();

/** Builds the background jobs of one node on a small pool of its own. */
export function createJobQueue(settings: JobQueueSettings) {
  const { databaseUrl, orm, box, maintenanceSeconds = MAINTENANCE_SECONDS, cronPollSeconds, onError } = settings;
  const pool = createPool(databaseUrl, { max: 3, onError });
  const boss = openBoss(pool, {
    onError,
    migrate: false,
    superviseIntervalSeconds: maintenanceSeconds,
    maintenanceIntervalSeconds: maintenanceSeconds,
  });

  return {
    /** Runs jobs of these kinds, on tables that {@link installJobQueue} has brought up to date. */
    async start(jobs: readonly JobDefinition[]): Promise<void> {
      await boss.start();
      for (const job of jobs) await startJob(boss, job, { box, cronPollSeconds, onError });
      queues.set(orm.config, { boss, box });
    },
    /** Waits at most {@link STOP_MS} for running jobs; interrupted ones run again on the next start. */
    async stop(): Promise<void> {
      await boss.stop({ graceful: true, timeout: STOP_MS, close: false });
      await pool.end();
    },
  };
}

/**
 * Creates or updates the tables of the jobs on a connection of the migrations, whose statements may take longer than
 * those of requests.
 */
export async function installJobQueue(client: Client): Promise<void> {
  const boss = openBoss(client, { onError: ignore, migrate: true, schedule: false, supervise: false });
  await boss.start();
  await boss.stop({ graceful: false, close: false });
}

function ignore(): void {
  // Its start rejects with the same error.
}

/** A job to be queued. */
export interface QueuedJob extends Pick<SendOptions, 'singletonKey' | 'singletonSeconds' | 'startAfter'> {
  name: string;
  data: object;
  /** More data, which is stored encrypted. The job runs with both. */
  secret?: object;
}

/**
 * Queues a job in the running transaction: it exists once that commits, and not at all when it rolls back. With
 * `singletonKey` and `singletonSeconds`, there is one job with the same key in each period of so many seconds.
 */
export async function queueJob(tx: EntityManager, { name, data, secret, ...options }: QueuedJob): Promise<void> {
  const { boss, box } = startedQueue(tx, name);
  const sealed = secret && box.seal(Buffer.from(JSON.stringify(secret)), ownerOf(name)).toString('base64');
  await boss.send(name, sealed === undefined ? data : { ...data, sealed }, { ...options, db: databaseOf(tx) });
}

/** Data that is encrypted for one kind of job opens for no other. */
function ownerOf(name: string): string {
  return `job ${name}`;
}

function openSecret(box: JobBox, name: string, data: unknown): unknown {
  const { sealed, ...plain } = (data ?? {}) as { sealed?: string };
  if (sealed === undefined) return data;
  return { ...plain, ...(JSON.parse(box.open(Buffer.from(sealed, 'base64'), ownerOf(name)).toString()) as object) };
}

/** Queues jobs of one name in the running transaction, with one statement; none is not an error. */
export async function queueJobs(tx: EntityManager, name: string, data: readonly object[]): Promise<void> {
  if (data.length === 0) return;
  const jobs = data.map((each) => ({ data: each }));
  await startedQueue(tx, name).boss.insert(name, jobs, { db: databaseOf(tx) });
}

function startedQueue(tx: EntityManager, name: string): { boss: PgBoss; box: JobBox } {
  const queue = queues.get(tx.config);
  if (!queue) throw new Error(`The job ${name} was queued before the job queue started.`);
  return queue;
}

function databaseOf(tx: EntityManager): Db {
  return { executeSql: async (text, values = []) => ({ rows: await read(tx, { name: 'queue-job', text }, values) }) };
}

function openBoss(
  database: Pool | Client,
  { onError, ...options }: Omit<ConstructorOptions, 'db' | 'schema'> & Pick<JobQueueSettings, 'onError'>,
): PgBoss {
  const boss = new PgBoss({
    ...options,
    db: { executeSql: (text, values) => database.query(text, values) },
    schema: JOB_SCHEMA,
    clock: quietClock,
    // Rebuilding an index takes longer than a statement may.
    reindex: false,
    monitorVacuum: false,
    persistWarnings: false,
  });
  boss.on('error', onError);
  return boss;
}

async function startJob(
  boss: PgBoss,
  { name, cron, concurrency = 1, batch = 1, expireSeconds, retryDelaySeconds, run }: JobDefinition,
  { box, cronPollSeconds = CRON_POLL_SECONDS, onError }: Pick<JobQueueSettings, 'box' | 'cronPollSeconds' | 'onError'>,
): Promise<void> {
  const retries =
    cron === undefined ? { ...RETRIES, retryDelay: retryDelaySeconds ?? RETRY_DELAY_SECONDS } : { retryLimit: 0 };
  await boss.createQueue(name, {
    ...retries,
    policy: cron === undefined ? 'standard' : 'singleton',
    expireInSeconds: expireSeconds ?? EXPIRE_SECONDS,
    deleteAfterSeconds: DELETE_AFTER_SECONDS,
  });
  const attempt = async ({ id, data }: { id: string; data: unknown }): Promise<JobResult> => {
    try {
      await run(openSecret(box, name, data) as never, { id });
      return { id, status: 'completed' };
    } catch (error) {
      onError(error);
      return { id, status: 'failed', output: error };
    }
  };
  await boss.work(
    name,
    {
      pollingIntervalSeconds: cron === undefined ? POLL_SECONDS : cronPollSeconds,
      batchSize: batch,
      burstWhenBatchFull: batch > 1,
      perJobResults: true,
      localConcurrency: concurrency,
    },
    (jobs) => Promise.all(jobs.map(attempt)),
  );
  if (cron !== undefined) await boss.schedule(name, cron, {}, { tz: 'UTC' });
}
