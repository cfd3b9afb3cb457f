import type { FaultyNode } from './node.ts';

const LOOK_EVERY_MS = 400;
const PATIENCE_MS = 1_200;

/** Polls the nodes for readiness, as a load balancer does. */
export class Balancer {
  private readonly nodes: readonly FaultyNode[];
  private readonly ready = new Set<FaultyNode>();
  private timer: NodeJS.Timeout | undefined;
  private turn = 0;

  constructor(nodes: readonly FaultyNode[]) {
    this.nodes = nodes;
  }

  start(): void {
    this.timer = setInterval(() => {
      for (const node of this.nodes) void this.poll(node);
    }, LOOK_EVERY_MS);
    for (const node of this.nodes) void this.poll(node);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  get readyCount(): number {
    return this.ready.size;
  }

  /**
   * Returns the ports in the order to try: ready nodes first, the preferred node before the others. Without a preferred
   * node they take turns.
   */
  order(home?: number): number[] {
    const first = home ?? (this.turn += 1);
    const turned = this.nodes
      .map((_node, index) => this.nodes[(first + index) % this.nodes.length])
      .filter((node) => node !== undefined);
    return turned.toSorted((a, b) => Number(this.ready.has(b)) - Number(this.ready.has(a))).map(({ port }) => port);
  }

  private async poll(node: FaultyNode): Promise<void> {
    try {
      const { ok, body } = await fetch(`http://127.0.0.1:${node.port}/api/health/ready`, {
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      await body?.cancel();
      if (ok) this.ready.add(node);
      else this.ready.delete(node);
    } catch {
      this.ready.delete(node);
    }
  }
}
