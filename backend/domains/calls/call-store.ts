import type { Redis } from '../../gateways/redis.ts';

/** The value of a key that is written, as JSON; null deletes the key. It expires after `ttlMs`. */
export interface StoredChange {
  key: string;
  value: string | null;
  ttlMs: number;
}

/** Sets when the timers of a call are due, in milliseconds since 1970; null when it has none. */
interface DueChange {
  callId: string;
  at: number | null;
}

/** What one transition has read and writes. */
export interface StoreWrite {
  /** All values that were read; the write happens only while they are the same. */
  expected: ReadonlyMap<string, string | null>;
  changes: readonly StoredChange[];
  due: readonly DueChange[];
}

/** Where the live calls are stored: keys with values that expire, and the times at which calls are due. */
export interface CallStore {
  /** Returns the values of keys in their order; null for a key without one. */
  read(keys: readonly string[]): Promise<(string | null)[]>;
  /** Writes at once, or not at all: false when a value was changed since it was read. */
  write(write: StoreWrite, now: number): Promise<boolean>;
  /** Returns calls that are due. No other node receives them within the next seconds, unless they are due again. */
  claimDue(now: number): Promise<string[]>;
}

/** How long a claimed call is not claimed again, in milliseconds: the node that claimed it may have died. */
const LEASE_MS = 5_000;
const CLAIMED_AT_ONCE = 100;

/** Creates a store in the memory of a single node. */
export function createMemoryStore(): CallStore {
  const values = new Map<string, { value: string; expiresAt: number }>();
  const due = new Map<string, number>();
  return {
    read: async (keys) => keys.map((key) => values.get(key)?.value ?? null),
    async write({ expected, changes, due: times }, now) {
      for (const [key, value] of expected) if ((values.get(key)?.value ?? null) !== value) return false;
      for (const { key, value, ttlMs } of changes) {
        if (value === null) values.delete(key);
        else values.set(key, { value, expiresAt: now + ttlMs });
      }
      for (const { callId, at } of times) {
        if (at === null) due.delete(callId);
        else due.set(callId, at);
      }
      return true;
    },
    async claimDue(now) {
      for (const [key, { expiresAt }] of values) if (expiresAt <= now) values.delete(key);
      const claimed = [...due].filter(([, at]) => at <= now).slice(0, CLAIMED_AT_ONCE);
      for (const [callId] of claimed) due.set(callId, now + LEASE_MS);
      return claimed.map(([callId]) => callId);
    },
  };
}

/**
 * Compares and sets. KEYS: the set of due calls, then the keys that were read. ARGV: their values, empty for none; the
 * number of changes, each a position in KEYS, a value and a lifetime; then pairs of a call and its time, empty for
 * none.
 */
const WRITE = `
  local read = #KEYS - 1
  for i = 1, read do
    if (redis.call('GET', KEYS[i + 1]) or '') ~= ARGV[i] then return 0 end
  end
  local at = read + 2
  for _ = 1, tonumber(ARGV[read + 1]) do
    local key = KEYS[tonumber(ARGV[at])]
    if ARGV[at + 1] == '' then redis.call('DEL', key) else redis.call('SET', key, ARGV[at + 1], 'PX', ARGV[at + 2]) end
    at = at + 3
  end
  while at < #ARGV do
    if ARGV[at + 1] == '' then redis.call('ZREM', KEYS[1], ARGV[at])
    else redis.call('ZADD', KEYS[1], ARGV[at + 1], ARGV[at]) end
    at = at + 2
  end
  return 1`;

/** Returns the calls that are due until ARGV[1], at most ARGV[3], and sets them due at ARGV[2]. */
const CLAIM = `
  local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
  for _, id in ipairs(due) do redis.call('ZADD', KEYS[1], ARGV[2], id) end
  return due`;

/** Creates the store of several nodes. Its methods reject while Redis is unavailable. */
export function createRedisStore(redis: Redis): CallStore {
  const named = (key: string): string => `${redis.prefix}:${key}`;
  const dueKey = named('calls:due');
  return {
    read: (keys) => redis.run((client) => client.mGet(keys.map(named))),
    async write({ expected, changes, due }) {
      const keys = [...expected.keys()];
      const reply = await redis.run((client) =>
        client.eval(WRITE, {
          keys: [dueKey, ...keys.map(named)],
          arguments: [
            ...[...expected.values()].map((value) => value ?? ''),
            String(changes.length),
            ...changes.flatMap(({ key, value, ttlMs }) => [String(keys.indexOf(key) + 2), value ?? '', String(ttlMs)]),
            ...due.flatMap(({ callId, at }) => [callId, at === null ? '' : String(at)]),
          ],
        }),
      );
      return reply === 1;
    },
    claimDue: async (now) =>
      (await redis.run((client) =>
        client.eval(CLAIM, { keys: [dueKey], arguments: [now, now + LEASE_MS, CLAIMED_AT_ONCE].map(String) }),
      )) as string[],
  };
}
