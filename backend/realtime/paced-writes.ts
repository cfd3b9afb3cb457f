import type { Connection } from './connections.ts';

/** How long one turn of the event loop may write to connections before the rest waits for the next turns. */
const BUDGET_MS = 5;

type WriteArguments = Parameters<Connection['write']>;

/** A monotonic clock in milliseconds, and what runs a function in a later turn, after pending input. */
interface PaceSettings {
  budgetMs?: number;
  nowMs?: () => number;
  nextTurn?: (run: () => void) => void;
}

/**
 * Creates a function that paces the writes of each connection given to it. A write to a socket is a system call, and
 * Socket.IO writes an emit to all sockets of a room in one turn of the event loop: 5,000 sockets would block everything
 * else for about 40 ms. After {@link BUDGET_MS} of writes in one turn the others wait, in order, for the next turns.
 * Each connection receives everything in the order in which it was written; a connection for which nothing waits does
 * not wait for the others while there is time left. What waits is written before an orderly close.
 */
export function createPacer(settings: PaceSettings = {}): (connection: Connection) => void {
  const { budgetMs = BUDGET_MS, nowMs = () => performance.now(), nextTurn = setImmediate } = settings;
  /** Connections with waiting writes, in the order in which the first of each arrived. */
  const waiting = new Map<Connection, (() => void)[]>();
  let turnStartedAt: number | undefined;

  const endTurn = (): void => {
    turnStartedAt = undefined;
    if (waiting.size > 0) writeWaiting();
  };
  const isTimeLeft = (): boolean => {
    if (turnStartedAt === undefined) {
      turnStartedAt = nowMs();
      nextTurn(endTurn);
      return true;
    }
    return nowMs() - turnStartedAt < budgetMs;
  };
  const writeWaiting = (): void => {
    for (const connection of waiting.keys()) {
      if (!isTimeLeft()) return;
      finish(connection);
    }
  };
  const finish = (connection: Connection): void => {
    const writes = waiting.get(connection) ?? [];
    waiting.delete(connection);
    for (const write of writes) write();
  };

  return (connection) => {
    const [write, close] = [connection.write.bind(connection), connection.close.bind(connection)];
    connection.write = (...args: WriteArguments) => {
      const writes = waiting.get(connection);
      if (writes) writes.push(() => write(...args));
      else if (isTimeLeft()) write(...args);
      else waiting.set(connection, [() => write(...args)]);
      return connection;
    };
    connection.close = (discard) => {
      if (discard !== true) finish(connection);
      close(discard);
    };
    connection.once('close', () => waiting.delete(connection));
  };
}
