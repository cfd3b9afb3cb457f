import { syncEndpoints } from '#shared/api/sync.ts';
import type { LinkStatus } from '#shared/realtime/live-session.ts';
import { call } from './api.ts';
import type { LiveLink } from './live-link.ts';
import { StreamGate, type NumberedPush } from './stream-gate.ts';

type Listener = (payload: never) => void;

/** Wait before what was missed is asked for again, in milliseconds. */
const ASK_AGAIN_MS = 5_000;

/** Who hears what of a live link; both links of the renderer keep their listeners here. */
export class LiveListeners {
  private readonly pushes = new Map<string, Set<Listener>>();
  private readonly statuses = new Set<(status: LinkStatus) => void>();
  private readonly reconnects = new Set<() => void>();
  private readonly ends = new Set<() => void>();
  private readonly catchUps = new Set<() => void>();
  /** Holds back what is out of order. */
  readonly gate = new StreamGate({
    fetchMissed: (since) => call(syncEndpoints.listMissed, { query: { since } }),
    deliver: (name, push) => this.tell(name, push),
    wait: (run) => setTimeout(run, ASK_AGAIN_MS),
    onCaughtUp: () => this.onCaughtUp(),
    onReset: () => this.onReconnected(),
  });

  subscribe: LiveLink['subscribe'] = (name, listener) => {
    const listeners = this.pushes.get(name) ?? new Set<Listener>();
    this.pushes.set(name, listeners);
    listeners.add(listener as Listener);
    return () => listeners.delete(listener as Listener);
  };

  addStatus(listener: (status: LinkStatus) => void): () => void {
    this.statuses.add(listener);
    return () => this.statuses.delete(listener);
  }

  addReconnected(listener: () => void): () => void {
    this.reconnects.add(listener);
    return () => this.reconnects.delete(listener);
  }

  addEnded(listener: () => void): () => void {
    this.ends.add(listener);
    return () => this.ends.delete(listener);
  }

  addCaughtUp(listener: () => void): () => void {
    this.catchUps.add(listener);
    return () => this.catchUps.delete(listener);
  }

  onStatus(status: LinkStatus): void {
    for (const listener of this.statuses) listener(status);
  }

  onPush(name: string, payload: unknown): void {
    if (name === 'hello') this.gate.greet((payload as { cursor: number }).cursor);
    if (isNumbered(payload)) this.gate.hear(name, payload);
    else this.tell(name, payload);
  }

  private tell(name: string, payload: unknown): void {
    for (const listener of this.pushes.get(name) ?? []) listener(payload as never);
  }

  onReconnected(): void {
    for (const listener of this.reconnects) listener();
  }

  private onCaughtUp(): void {
    for (const listener of this.catchUps) listener();
  }

  onEnded(): void {
    for (const listener of this.ends) listener();
  }
}

function isNumbered(payload: unknown): payload is NumberedPush {
  return typeof payload === 'object' && payload !== null && 'seq' in payload && typeof payload.seq === 'number';
}
