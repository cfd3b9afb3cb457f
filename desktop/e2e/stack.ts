import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { copyTemplate, type TestServer } from '../../backend/testing/template.ts';
import { findFreePort } from '../../tools/postgres.ts';
import { ROOT } from '../../tools/stack.ts';
import { WEB_DIR } from '../../tools/bundles.ts';

/** A whole Lyceum: the real backend as a process of its own, on a database of its own. */
export interface Stack {
  url: string;
  /** Folder of its files and its email. */
  dataDir: string;
  /** Runs constant SQL on the database, to look at what is stored. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Ends the backend as a power cut would. */
  kill9(): Promise<void>;
  /** Starts the backend on the same port and data and waits until it listens. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** How a Lyceum is started: `isSeeded` fills it with the demo content, `settings` are added to its environment. */
interface StackOptions {
  isSeeded?: boolean;
  settings?: Record<string, string>;
}

/** Starts a Lyceum. */
export async function startStack({ isSeeded = false, settings = {} }: StackOptions = {}): Promise<Stack> {
  const database = await copyTemplate(JSON.parse(process.env['E2E_POSTGRES'] ?? '') as TestServer, 'e2e');
  const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-e2e-'));
  // The search begins at a random port, since stacks that start at once would find the same one free.
  const port = await findFreePort(20_100 + Math.floor(Math.random() * 9_000));
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    WEB_DIR,
    PORT: String(port),
    LIMIT_FACTOR: '100',
    LOG_LEVEL: 'warn',
    SEED_DEMO: String(isSeeded),
    PAYMENTS: 'test',
    ...settings,
  };
  let backend = await startBackend(env);
  const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  // The database is dropped under connections that are still closing.
  pool.on('error', () => undefined);
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    sql: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await pool.query(text, values)).rows as Row[],
    kill9: () => end(backend, 'SIGKILL'),
    async restart() {
      backend = await startBackend(env);
    },
    async stop() {
      await end(backend, 'SIGTERM');
      await pool.end();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function startBackend(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(ROOT, 'backend', 'main.ts')], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((listens, fails) => {
    child.once('exit', (code) => fails(new Error(`the backend ended with ${code}`)));
    child.stdout.on('data', (chunk: Buffer) => chunk.includes('Lyceum is listening') && listens());
  });
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
