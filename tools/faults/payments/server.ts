import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../../stack.ts';

const WITH_PARENT = ['--import', new URL('../../with-parent.mjs', import.meta.url).href];

/** One server of the payments run. It can be killed and started again. */
export class PaymentsServer {
  kills = 0;
  private readonly env: Record<string, string>;
  private child: ChildProcess | undefined;

  constructor(env: Record<string, string>) {
    this.env = env;
  }

  /** Resolves when it listens. */
  async start(): Promise<void> {
    const entry = join(ROOT, 'tools', 'faults', 'payments', 'node.ts');
    const child = spawn(process.execPath, [...WITH_PARENT, entry], {
      cwd: ROOT,
      env: { ...process.env, ...this.env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.child = child;
    for await (const chunk of child.stdout) if (String(chunk).includes('listening')) break;
    if (child.exitCode !== null) throw new Error('the server of the payments run did not start');
    child.stdout.resume();
  }

  /** Kills it (SIGKILL) and starts it again. */
  async kill(): Promise<void> {
    this.kills += 1;
    await this.end('SIGKILL');
    await this.start();
  }

  /** Stops it. */
  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}
