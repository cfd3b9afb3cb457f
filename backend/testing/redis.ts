import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { findPort } from './ports.ts';

const PROGRAM = 'redis-server';

/** A Redis of its own for a test. Its data is lost when it ends. */
export interface TestRedis {
  url: string;
  /** Kills it (SIGKILL). */
  kill(): Promise<void>;
  /** Starts it again at the same address; resolves when it accepts connections. */
  start(): Promise<void>;
  /** Stops it from running (SIGSTOP) without closing its connections. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

function hasRedis(): boolean {
  return spawnSync(PROGRAM, ['--version']).status === 0;
}

/** Whether tests that need Redis are skipped: on a developer's machine without it, never where LYCEUM_CI is set. */
export const isWithoutRedis = process.env['LYCEUM_CI'] === undefined && !hasRedis();

/** Starts a Redis; `url` has a password if one is given. @throws Error when the program is not installed. */
export async function startTestRedis({ password }: { password?: string } = {}): Promise<TestRedis> {
  const port = await findPort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  if (password !== undefined) options.push('--requirepass', password);
  let child: ChildProcess | undefined;
  const endWithProcess = (): void => void child?.kill('SIGKILL');
  const kill = async (): Promise<void> => {
    const killed = child;
    child = undefined;
    if (!killed || killed.exitCode !== null || killed.signalCode !== null) return;
    const ended = once(killed, 'exit');
    killed.kill('SIGKILL');
    await ended;
  };
  const start = async (): Promise<void> => {
    child = await startServer(options);
  };
  process.on('exit', endWithProcess);
  await start();
  return {
    url: `redis://${password === undefined ? '' : `:${password}@`}127.0.0.1:${port}`,
    kill,
    start,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    async stop() {
      process.off('exit', endWithProcess);
      await kill();
    },
  };
}

function startServer(options: readonly string[]): Promise<ChildProcess> {
  const child = spawn(PROGRAM, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    let printed = '';
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${PROGRAM} ended with ${code}: ${printed}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('Ready to accept connections')) resolve(child);
    });
  });
}
