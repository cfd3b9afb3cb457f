import { setTimeout as pause } from 'node:timers/promises';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Redis, RedisClient } from '../gateways/redis.ts';

/** Pushes that Redis stores for nodes whose connection was cut: some minutes of a busy school. */
const STORED_PUSHES = 10_000;
const READ_PUSHES = 100;
/** How long a read waits for the next push, and the wait after a failed read, in milliseconds. */
const BLOCK_MS = 5_000;
const RETRY_MS = 200;
/** The beginning of a stream. */
const FIRST_ID = '0-0';

type ReadArguments = Parameters<RedisClient['xRead']>;

/** Creates the adapter that sends each emit to all nodes, through a Redis stream that every node reads. */
export function createRedisAdapter(redis: Redis): ReturnType<typeof createAdapter> {
  return createAdapter(adapterClient(redis), {
    streamName: `${redis.prefix}:pushes`,
    channelPrefix: `${redis.prefix}:requests`,
    maxLen: STORED_PUSHES,
    readCount: READ_PUSHES,
    blockTimeInMs: BLOCK_MS,
  });
}

/**
 * Returns what the adapter uses of a client and of its duplicates, over the connections of this node. Unlike a plain
 * client it fails at once while Redis is unavailable (the adapter emits to its own sockets only after the write has
 * ended), and a failed read does not return at once (the adapter repeats it without a pause, which would block the
 * process).
 */
function adapterClient(redis: Redis) {
  const client = {
    duplicate: () => client,
    on: () => client,
    connect: () => Promise.resolve(),
    disconnect: () => undefined,
    xAdd: (...args: Parameters<RedisClient['xAdd']>) => redis.run((commands) => commands.xAdd(...args)),
    xRead: createReader(redis.reader),
    // The adapter does not handle a rejection.
    publish: (channel: string, message: Buffer) =>
      redis.run((commands) => commands.publish(channel, message)).catch(() => undefined),
    subscribe: (channels: string[], listener: (message: Buffer) => void) => redis.subscribe(channels, listener),
    sendCommand: (args: string[]) => redis.run((commands) => commands.sendCommand(args)),
    /** Never called; its presence shows the adapter which package the client is from. */
    sSubscribe: () => undefined,
  };
  return client;
}

/**
 * Returns a read that continues after the last entry that it has returned. The adapter starts with `$`, the entries
 * that arrive during the read, and would miss those between its first two reads.
 */
function createReader(reader: RedisClient) {
  let position: string | undefined;
  let isPositioned = false;
  // Another or an emptied Redis may number its entries from below.
  reader.on('ready', () => (isPositioned = false));

  return async ([stream]: { key: string; id: string }[], options: ReadArguments[1]) => {
    const key = stream?.key ?? '';
    try {
      if (!isPositioned) {
        const last = await loadLastId(reader, key);
        position = position === undefined || isBefore(last, position) ? last : position;
        isPositioned = true;
      }
      const streams = await reader.xRead([{ key, id: position ?? FIRST_ID }], options);
      position = streams?.[0]?.messages.at(-1)?.id ?? position;
      return streams;
    } catch {
      await pause(RETRY_MS);
      return null;
    }
  };
}

async function loadLastId(reader: RedisClient, key: string): Promise<string> {
  if ((await reader.exists(key)) === 0) return FIRST_ID;
  return String((await reader.xInfoStream(key))['last-generated-id']);
}

/** Compares ids of entries: milliseconds and a number. */
function isBefore(id: string, other: string): boolean {
  const [ms = 0, number = 0] = id.split('-').map(Number);
  const [otherMs = 0, otherNumber = 0] = other.split('-').map(Number);
  return ms < otherMs || (ms === otherMs && number < otherNumber);
}
