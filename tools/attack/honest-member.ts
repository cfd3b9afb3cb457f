import { setTimeout as wait } from 'node:timers/promises';
import type { World } from './world.ts';

/** How often an honest member asks, and how long the server may take; most responses must come in the first time. */
const [EVERY_MS, P95_MAX_MS, MAX_MS] = [150, 2_000, 10_000];
/** On a busy machine, how many times as long as the longest response before the attack. */
const SLOWER_MAX = 10;
/** How many requests are sent before, and how often one is sent that is answered with 503, as the client does. */
const [BEFORE, ATTEMPTS] = [12, 3];
const PATIENCE_MS = 60_000;
const PATHS = ['/api/user', '/api/posts', '/api/notifications', '/api/messages'] as const;

/** A member who uses the server while it is attacked, from an address without attackers. */
export class HonestMember {
  private readonly world: World;
  private readonly times: number[] = [];
  private readonly failures: string[] = [];
  private usualMs = 0;
  private isOver = false;
  private running: Promise<void> | undefined;

  constructor(world: World) {
    this.world = world;
  }

  /** Measures how busy the machine is without the attack, and starts. */
  async start(): Promise<void> {
    for (let turn = 0; turn < BEFORE; turn += 1) this.usualMs = Math.max(this.usualMs, await this.ask(turn));
    this.running = this.run();
  }

  /** The longest response so far, in milliseconds: how late a busy server may be with anything. */
  get longestMs(): number {
    return Math.max(this.usualMs, this.percentile(1));
  }

  /** Ends it. Returns how the server has failed the member. */
  async stop(): Promise<string[]> {
    this.isOver = true;
    await this.running;
    const findings = [...new Set(this.failures)];
    const busyMs = this.usualMs * SLOWER_MAX;
    if (this.percentile(0.95) > Math.max(P95_MAX_MS, busyMs) || this.percentile(1) > Math.max(MAX_MS, busyMs * 2))
      findings.push(`an honest member had to wait: ${this.describe()}`);
    return findings;
  }

  describe(): string {
    const [half, most, all] = [0.5, 0.95, 1].map((share) => `${this.percentile(share).toFixed(0)} ms`);
    const times = `half took ${half}, 95 % at most ${most}, the longest ${all}`;
    return `an honest member sent ${this.times.length} requests: ${times}; before, at most ${this.usualMs.toFixed(0)} ms`;
  }

  private percentile(share: number): number {
    const sorted = this.times.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  }

  private async run(): Promise<void> {
    for (let turn = 0; !this.isOver; turn += 1) {
      this.times.push(await this.ask(turn));
      await wait(EVERY_MS);
    }
  }

  /** Sends one request. Returns how long it took, with its repeats. */
  private async ask(turn: number): Promise<number> {
    const path = PATHS[turn % PATHS.length] ?? PATHS[0];
    const startedMs = performance.now();
    let status = 503;
    for (let attempt = 0; attempt < ATTEMPTS && status === 503; attempt += 1) {
      if (attempt > 0) await wait(EVERY_MS);
      status = await this.world.honest.get(path, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
        (response) => response.status,
        () => 0,
      );
    }
    if (status !== 200) this.failures.push(`an honest member got ${status} for ${path}`);
    return performance.now() - startedMs;
  }
}
