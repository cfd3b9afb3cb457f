import { setTimeout as wait } from 'node:timers/promises';
import type { World } from './world.ts';

/** How often an honest member asks, and how long the server may take; most responses must come in the first time. */
const [EVERY_MS, P95_MAX_MS, MAX_MS] = [150, 2_000, 10_000];
const PATHS = ['/api/user', '/api/posts', '/api/notifications', '/api/messages'] as const;

/** A member who uses the server while it is attacked, from an address without attackers. */
export class HonestMember {
  private readonly world: World;
  private readonly times: number[] = [];
  private readonly failures: string[] = [];
  private isOver = false;
  private running: Promise<void> | undefined;

  constructor(world: World) {
    this.world = world;
  }

  start(): void {
    this.running = this.run();
  }

  /** Ends it. Returns how the server has failed the member. */
  async stop(): Promise<string[]> {
    this.isOver = true;
    await this.running;
    const findings = [...new Set(this.failures)];
    if (this.percentile(0.95) > P95_MAX_MS || this.percentile(1) > MAX_MS)
      findings.push(`an honest member had to wait: ${this.describe()}`);
    return findings;
  }

  describe(): string {
    const [half, most, all] = [0.5, 0.95, 1].map((share) => `${this.percentile(share).toFixed(0)} ms`);
    const times = `half took ${half}, 95 % at most ${most}, the longest ${all}`;
    return `an honest member sent ${this.times.length} requests: ${times}`;
  }

  private percentile(share: number): number {
    const sorted = this.times.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  }

  private async run(): Promise<void> {
    const { honest } = this.world;
    for (let turn = 0; !this.isOver; turn += 1) {
      const path = PATHS[turn % PATHS.length] ?? PATHS[0];
      const startedMs = performance.now();
      const status = await honest.get(path, { signal: AbortSignal.timeout(MAX_MS * 2) }).then(
        (response) => response.status,
        () => 0,
      );
      this.times.push(performance.now() - startedMs);
      if (status !== 200) this.failures.push(`an honest member got ${status} for ${path}`);
      await wait(EVERY_MS);
    }
  }
}
