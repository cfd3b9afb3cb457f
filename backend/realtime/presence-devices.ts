import type { PresenceState } from '#shared/api/presence.ts';
import { PRESENCE_LIMITS } from '#shared/limits.ts';
import { createTokenBucket, type TokenBucket } from './token-bucket.ts';

/** What a device says of its user. */
export type ThereState = Exclude<PresenceState, 'offline'>;

/** The devices of the people at one node. */
export interface PresenceDevices {
  arrive(userId: string, socketId: string): void;
  /** Whoever may return, as after a reload, is there for some seconds more. */
  leave(userId: string, socket: { socketId: string; mayReturn: boolean }): void;
  /** Takes what a device says of its user; false when it says too much. */
  say(userId: string, socket: { socketId: string; state: ThereState }): boolean;
  /** The best that a person's devices say; null when they have none here. */
  stateOf(userId: string): ThereState | null;
  userIds(): string[];
  isEmpty(): boolean;
  /** Forgets who may return. */
  stop(): void;
}

/**
 * What {@link createDevices} needs: whom to tell of a change, a monotonic clock, and how long those who may return are
 * waited for.
 */
export interface DevicesSettings {
  onChange: (userId: string) => void;
  nowMs: () => number;
  graceMs: number;
}

/** Makes the empty list of devices. */
export function createDevices({ onChange, nowMs, graceMs }: DevicesSettings): PresenceDevices {
  const devices = new Map<string, Map<string, { state: ThereState; bucket: TokenBucket }>>();
  const leaving = new Map<string, { state: ThereState; timer: NodeJS.Timeout }>();

  const stateOf = (userId: string): ThereState | null => {
    const own = devices.get(userId);
    if (own === undefined) return leaving.get(userId)?.state ?? null;
    return [...own.values()].some(({ state }) => state === 'online') ? 'online' : 'away';
  };
  return {
    stateOf,
    arrive(userId, socketId) {
      clearTimeout(leaving.get(userId)?.timer);
      leaving.delete(userId);
      const own = devices.get(userId) ?? new Map<string, { state: ThereState; bucket: TokenBucket }>();
      devices.set(userId, own);
      const bucket = createTokenBucket({
        perSecond: PRESENCE_LIMITS.intentsPerSecond,
        burst: PRESENCE_LIMITS.intentsBurst,
        nowMs,
      });
      own.set(socketId, { state: 'online', bucket });
      onChange(userId);
    },
    leave(userId, { socketId, mayReturn }) {
      const own = devices.get(userId);
      const state = stateOf(userId);
      if (!own?.delete(socketId) || state === null) return;
      if (own.size === 0) devices.delete(userId);
      if (own.size > 0 || !mayReturn) return onChange(userId);
      const end = (): void => {
        leaving.delete(userId);
        onChange(userId);
      };
      leaving.set(userId, { state, timer: setTimeout(end, graceMs).unref() });
    },
    say(userId, { socketId, state }) {
      const device = devices.get(userId)?.get(socketId);
      if (!device) return true;
      if (!device.bucket.take()) return false;
      if (device.state !== state) {
        device.state = state;
        onChange(userId);
      }
      return true;
    },
    userIds: () => [...devices.keys()],
    isEmpty: () => devices.size === 0,
    stop() {
      for (const { timer } of leaving.values()) clearTimeout(timer);
    },
  };
}
