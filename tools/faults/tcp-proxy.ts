import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Random } from './random.ts';

/** Targets of the proxy, and how many responses it drops. */
export interface TcpProxySettings {
  port: number;
  /** Ports to try, in order, for a live link or for a request. */
  route: (isLink: boolean) => readonly number[];
  /** Current share of responses to drop, 0 to 1. */
  cutShare: () => number;
  /** Whether a response may be dropped, by its first bytes; any one without it. */
  isLosable?: (response: Buffer) => boolean;
  chance: Random;
}

interface Line {
  client: Socket;
  upstream: Socket | undefined;
  isLink: boolean;
  /** A request was forwarded and no byte of its response has arrived. */
  isAsked: boolean;
}

/** One device's connection to the nodes: a TCP proxy that can be cut, paused and slowed, and that drops responses. */
export class TcpProxy {
  /** Number of responses that passed and that were cut. */
  readonly responses = { passed: 0, cut: 0 };
  /** Time of the last fault on this proxy, on the clock of `performance.now()`. */
  touchedAtMs = 0;
  /** Port of the node that the live link is connected to; undefined without one. */
  linkPort: number | undefined;
  private readonly settings: TcpProxySettings;
  private readonly lines = new Set<Line>();
  private server: Server | undefined;
  private isCut = false;
  private isHeld = false;
  private lagMs = 0;

  constructor(settings: TcpProxySettings) {
    this.settings = settings;
  }

  open(): Promise<void> {
    const server = createServer((client) => this.accept(client));
    this.server = server;
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.settings.port, '127.0.0.1', () => resolve());
    });
  }

  /** Resets every connection and refuses new ones. */
  cut(): void {
    this.touch();
    this.isCut = true;
    for (const line of this.lines) this.drop(line);
  }

  /** Forwards nothing and closes nothing, as a network that drops packets. */
  hold(): void {
    this.touch();
    this.isHeld = true;
    for (const { client, upstream } of this.lines) {
      client.pause();
      upstream?.pause();
    }
  }

  /** Delays all data. */
  slow(lagMs: number): void {
    this.touch();
    this.lagMs = lagMs;
  }

  heal(): void {
    this.touch();
    this.isCut = false;
    this.isHeld = false;
    this.lagMs = 0;
    for (const line of this.lines) {
      if (line.upstream?.destroyed === true) this.drop(line);
      line.client.resume();
      line.upstream?.resume();
    }
  }

  close(): void {
    this.server?.close();
    for (const line of this.lines) this.drop(line);
  }

  private touch(): void {
    this.touchedAtMs = performance.now();
  }

  private drop(line: Line): void {
    line.client.resetAndDestroy();
    line.upstream?.resetAndDestroy();
    this.forget(line);
  }

  private forget(line: Line): void {
    if (!this.lines.delete(line) || !line.isLink) return;
    if (![...this.lines].some(({ isLink }) => isLink)) this.linkPort = undefined;
  }

  private accept(client: Socket): void {
    client.setNoDelay(true);
    const line: Line = { client, upstream: undefined, isLink: false, isAsked: true };
    client.on('error', () => undefined);
    if (this.isCut) return void client.resetAndDestroy();
    this.lines.add(line);
    client.once('close', () => {
      line.upstream?.destroy();
      this.forget(line);
    });
    // The first bytes show whether the connection is a live link or a request.
    client.once('data', (first: Buffer) => {
      client.pause();
      line.isLink = first.includes('/socket.io');
      this.lead(line, { first, ports: this.settings.route(line.isLink) });
    });
    if (this.isHeld) client.pause();
  }

  private lead(line: Line, { first, ports: [port, ...others] }: { first: Buffer; ports: readonly number[] }): void {
    if (port === undefined || line.client.destroyed) return this.drop(line);
    const upstream = connect({ port, host: '127.0.0.1', noDelay: true });
    upstream.once('connect', () => {
      upstream.removeAllListeners('error');
      upstream.on('error', () => undefined);
      if (line.client.destroyed) return void upstream.destroy();
      line.upstream = upstream;
      if (line.isLink) this.linkPort = port;
      upstream.write(first);
      this.join(line, upstream);
    });
    upstream.once('error', () => this.lead(line, { first, ports: others }));
  }

  private join(line: Line, upstream: Socket): void {
    const { client } = line;
    const up = this.lagging((chunk) => upstream.write(chunk));
    const down = this.lagging((chunk) => client.write(chunk));
    client.on('data', (chunk: Buffer) => {
      line.isAsked = true;
      up(chunk);
    });
    upstream.on('data', (chunk: Buffer) => {
      if (line.isAsked && !line.isLink && this.losesAnswer(chunk)) return this.breakOff(line, chunk);
      line.isAsked = false;
      down(chunk);
    });
    client.once('end', () => upstream.end());
    upstream.once('end', () => client.end());
    upstream.once('close', () => {
      if (!this.isHeld) client.destroy();
    });
    if (this.isHeld) upstream.pause();
    else client.resume();
  }

  private losesAnswer(chunk: Buffer): boolean {
    const { chance, cutShare, isLosable = () => true } = this.settings;
    const isLost = chance.next() < cutShare() && isLosable(chunk);
    this.responses[isLost ? 'cut' : 'passed'] += 1;
    return isLost;
  }

  /** The server has processed the request; the response is dropped, or cut in half. */
  private breakOff(line: Line, chunk: Buffer): void {
    if (this.settings.chance.next() < 0.5) return this.drop(line);
    line.client.write(chunk.subarray(0, chunk.length >> 1), () => this.drop(line));
  }

  /** Writes in order; each chunk is delayed by the current delay of the proxy. */
  private lagging(write: (chunk: Buffer) => void): (chunk: Buffer) => void {
    const waiting: { chunk: Buffer; dueMs: number }[] = [];
    const next = (): void => {
      for (let first = waiting[0]; first; first = waiting[0]) {
        const leftMs = first.dueMs - performance.now();
        if (leftMs > 0) return void setTimeout(next, leftMs);
        waiting.shift();
        write(first.chunk);
      }
    };
    return (chunk) => {
      if (this.lagMs === 0 && waiting.length === 0) return write(chunk);
      waiting.push({ chunk, dueMs: performance.now() + this.lagMs });
      if (waiting.length === 1) next();
    };
  }
}
