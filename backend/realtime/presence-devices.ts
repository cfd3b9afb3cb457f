import { PRESENCE_LIMITS } from '#shared/limits.ts';
import type { PresenceIntents } from '#shared/realtime/presence.ts';
import { createTokenBucket, type TokenBucket } from './token-bucket.ts';

/** The state that a device reports of its user. */
export type ThereState = PresenceIntents['presence']['state'];

/** The states of a device, the most present first. */
const BY_PRESENCE: readonly ThereState[] = ['online', 'idle', 'away'];

/** The devices of the users on one node. */
export type PresenceDevices = ReturnType<typeof createDevices>;

/** A listener for changes, a monotonic clock, and how long a user may take to return, in milliseconds. */
interface DevicesSettings {
  onChange: (userId: string) => void;
  nowMs: () => number;
  graceMs: number;
}

/** Creates an empty list of devices. */
export function createDevices({ onChange, nowMs, graceMs }: DevicesSettings) {
  type Devices = Map<string, { state: ThereState; bucket: TokenBucket }>;
  const devices = new Map<string, Devices>();
  const leaving = new Map<string, { state: ThereState; timer: NodeJS.Timeout }>();

  const stateOf = (userId: string): ThereState | null => {
    const own = devices.get(userId);
    if (own === undefined) return leaving.get(userId)?.state ?? null;
    const states = new Set([...own.values()].map(({ state }) => state));
    return BY_PRESENCE.find((state) => states.has(state)) ?? null;
  };
  return {
    /** Returns the most present state of a user's devices; null without one on this node. */
    stateOf,
    arrive(userId: string, socketId: string): void {
      clearTimeout(leaving.get(userId)?.timer);
      leaving.delete(userId);
      const own: Devices = devices.get(userId) ?? new Map();
      devices.set(userId, own);
      const bucket = createTokenBucket({
        perSecond: PRESENCE_LIMITS.intentsPerSecond,
        burst: PRESENCE_LIMITS.intentsBurst,
        nowMs,
      });
      own.set(socketId, { state: 'online', bucket });
      onChange(userId);
    },
    /** Removes a device; a user who may return, as after a reload, stays present for `graceMs`. */
    leave(userId: string, { socketId, mayReturn }: { socketId: string; mayReturn: boolean }): void {
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
    /** Sets the state of a device; returns false above the rate limit. */
    report(userId: string, { socketId, state }: { socketId: string; state: ThereState }): boolean {
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
    /** Drops the timers of users who may return. */
    stop(): void {
      for (const { timer } of leaving.values()) clearTimeout(timer);
    },
  };
}
