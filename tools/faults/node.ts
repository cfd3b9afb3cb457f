import type { ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { LauncherError } from '../postgres.ts';
import { isListening, spawnBackend } from '../stack.ts';
import { memoryOf } from './processes.ts';

const AGAIN_MS = 250;
/** Longest time that a node may take to stop, in milliseconds: a rolling deploy waits for it. */
const DRAIN_MAX_MS = 30_000;
const STARTED_CHECK_MS = 25;
const START_MAX_MS = 90_000;
const SHIFTED_CLOCK = ['--import', new URL('shifted-clock.ts', import.meta.url).href];
/** Log message of an unexpected error. */
const UNFORESEEN = /uncaught exception|unhandled rejection|"request failed"|handshake failed/;

/** One backend under a supervisor that restarts it whenever it exits. */
export class FaultyNode {
  readonly port: number;
  readonly name: string;
  /** Number of exits that no fault caused. */
  exits = 0;
  /** Number of failed starts, as without a database. */
  failedStarts = 0;
  /** Unexpected errors in its log, with their number. */
  readonly unexpected = new Map<string, number>();
  memoryMaxMb = 0;
  /** How far its clock is ahead from its next start on, in milliseconds; negative when it is behind. */
  clockShiftMs = 0;
  /** Durations of its stops, in milliseconds. */
  readonly drainsMs: number[] = [];
  private readonly env: Record<string, string>;
  private readonly log: ReturnType<typeof createWriteStream>;
  private child: ChildProcess | undefined;
  private hasListened = false;
  private isExpected = false;
  private isOver = false;

  constructor({
    name,
    port,
    env,
    logFile,
  }: {
    name: string;
    port: number;
    env: Record<string, string>;
    logFile: string;
  }) {
    this.name = name;
    this.port = port;
    this.env = env;
    this.log = createWriteStream(logFile);
  }

  get isUp(): boolean {
    return this.hasListened;
  }

  start(): void {
    if (this.isOver || this.child) return;
    const clock = { FAULTS_CLOCK_SHIFT_MS: String(this.clockShiftMs) };
    const child = spawnBackend({ ...this.env, ...clock }, this.clockShiftMs === 0 ? [] : SHIFTED_CLOCK);
    this.child = child;
    this.isExpected = false;
    child.stdout.on('data', (chunk: Buffer) => {
      this.log.write(chunk);
      if (isListening(chunk)) this.hasListened = true;
      for (const line of chunk.toString().split('\n')) if (UNFORESEEN.test(line)) this.note(readFailure(line));
    });
    child.once('exit', () => {
      if (this.hasListened && !this.isExpected) this.exits += 1;
      if (!this.hasListened && !this.isExpected) this.failedStarts += 1;
      this.hasListened = false;
      this.child = undefined;
      if (!this.isExpected) setTimeout(() => this.start(), AGAIN_MS);
    });
  }

  /** @throws LauncherError when it does not start. */
  async whenUp(): Promise<void> {
    const until = performance.now() + START_MAX_MS;
    while (!this.hasListened && !this.isOver) {
      if (performance.now() > until)
        throw new LauncherError(`${this.name} did not start within ${START_MAX_MS / 1_000} s.`);
      await wait(STARTED_CHECK_MS);
    }
  }

  /** Kills it (SIGKILL). It stays down for `downMs`. */
  async kill(downMs: number): Promise<void> {
    this.measure();
    await this.end('SIGKILL');
    await wait(downMs);
    this.start();
  }

  /** Stops it (SIGTERM), as a deploy does, and starts it again. */
  async restart(): Promise<void> {
    this.measure();
    const startedMs = performance.now();
    await this.end('SIGTERM');
    this.drainsMs.push(performance.now() - startedMs);
    this.start();
    await this.whenUp().catch((error: unknown) => this.note(String(error)));
  }

  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  measure(): void {
    if (this.child?.pid !== undefined) this.memoryMaxMb = Math.max(this.memoryMaxMb, memoryOf(this.child.pid));
  }

  async close(): Promise<void> {
    this.isOver = true;
    this.thaw();
    await this.end('SIGTERM');
    this.log.end();
  }

  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const { child } = this;
    this.isExpected = true;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    const impatient = setTimeout(() => {
      this.note(`${this.name} had not exited ${DRAIN_MAX_MS / 1_000} s after SIGTERM`);
      child.kill('SIGKILL');
    }, DRAIN_MAX_MS);
    await ended;
    clearTimeout(impatient);
  }

  private note(what: string): void {
    this.unexpected.set(what, (this.unexpected.get(what) ?? 0) + 1);
  }
}

/** Returns the error of a log line and its origin. */
function readFailure(line: string): string {
  try {
    const { msg, err } = JSON.parse(line) as { msg: string; err?: { message?: string; stack?: string } };
    return [
      msg,
      err?.message,
      err?.stack
        ?.split('\n')
        .slice(1, 4)
        .map((frame) => frame.trim())
        .join(' '),
    ]
      .filter(Boolean)
      .join(': ');
  } catch {
    return line.slice(0, 300);
  }
}
