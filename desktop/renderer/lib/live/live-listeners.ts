import type { PushMap } from '#shared/realtime/index.ts';
import { syncEndpoints } from '#shared/api/sync.ts';
import type { LinkStatus, LiveEvents } from '#shared/realtime/live-session.ts';
import { call } from '../http/api.ts';
import type { LinkEvents, Subscribe } from './live-link.ts';
import { StreamSequencer, type NumberedPush } from '#shared/realtime/stream-sequencer.ts';

/** Delay before missed events are requested again after a failure, in milliseconds. */
const RETRY_MS = 5_000;

/** Listeners by the name of their event. */
class Emitter<Events> {
  private readonly listeners = new Map<keyof Events, Set<(event: never) => void>>();

  readonly on: Subscribe<Events> = (name, listener) => {
    const listeners = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, listeners.add(listener));
    return () => listeners.delete(listener);
  };

  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    // `on` adds each listener under the name of its event.
    for (const listener of this.listeners.get(name) ?? []) listener(event as never);
  }
}

/** Listeners of a live link, and the order in which they receive the user log; both links of the renderer have one. */
export class LiveListeners implements LiveEvents {
  readonly pushes = new Emitter<PushMap>();
  readonly events = new Emitter<LinkEvents>();
  /** Delivers the user log in order and without gaps. */
  readonly sequencer = new StreamSequencer({
    fetchMissed: (since) => call(syncEndpoints.listMissed, { query: { since } }),
    deliver: (name, push) => this.deliver(name, push),
    wait: (run) => setTimeout(run, RETRY_MS),
    onCaughtUp: () => this.events.emit('caughtUp', undefined),
    onReset: () => this.onReconnected(),
  });

  onStatus(status: LinkStatus): void {
    this.events.emit('status', status);
  }

  onPush(name: string, payload: unknown): void {
    if (name === 'hello') this.sequencer.handleHello((payload as { cursor: number }).cursor);
    if (isNumbered(payload)) this.sequencer.handle(name, payload);
    else this.deliver(name, payload);
  }

  onReconnected(): void {
    this.events.emit('reconnected', undefined);
  }

  onEnded(): void {
    this.events.emit('ended', undefined);
  }

  /** The server sends what shared/realtime declares; a name that is not declared there has no listeners. */
  private deliver(name: string, payload: unknown): void {
    this.pushes.emit(name as keyof PushMap, payload as never);
  }
}

function isNumbered(payload: unknown): payload is NumberedPush {
  return typeof payload === 'object' && payload !== null && 'seq' in payload && typeof payload.seq === 'number';
}
