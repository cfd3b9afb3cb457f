import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import pg from 'pg';

/** Statements that no request causes: job queue, emails, presence, sweeps, node signals. */
const BACKGROUND =
  /pgboss|^update users set email_refused_at|presence_|pg_notify|clock_timestamp\(\)|^select user_id, last_seq|held_until <= now\(\)|from calls where ended_at/;
/** The begin and end of a transaction, and the settings of a new connection. */
const AROUND = /^(begin|commit|rollback|start transaction|select set_config\(name, value)/i;
/** Writes of any request: those of its session, and the record that it was refused. */
const OF_REQUEST = /\b(?:sessions|idempotency_keys|audit_log)\b/;
const WRITE = /\b(?:insert into|update [\w"]+ (?:\w+ )?set|delete from)\b/i;

/**
 * Watches the statements of this process; call it before the first connection is opened. The returned function runs
 * work and returns the statements that were sent meanwhile, a prepared one by its name, without the begin and commit of
 * transactions and without background work.
 */
export function watchStatements(): (work: () => Promise<unknown>) => Promise<string[]> {
  let sent: string[] | null = null;
  const { query } = pg.Client.prototype;
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...args: unknown[]) {
      const [first] = args;
      const { text, name } = (typeof first === 'object' && first !== null ? first : { text: String(first) }) as {
        text?: string;
        name?: string;
      };
      const plain = (text ?? '').replaceAll(/\s+/g, ' ').trim();
      if (!AROUND.test(plain) && !BACKGROUND.test(plain)) sent?.push(name ?? plain);
      return Reflect.apply(query, this, args) as unknown;
    },
  });
  return async (work) => {
    const recorded: string[] = [];
    sent = recorded;
    await work().finally(() => {
      sent = null;
    });
    return recorded;
  };
}

/**
 * Watches the writes of requests to servers of this process; call it before the first connection is opened. The
 * returned function returns those since its last call, without those of sessions and of the audit log. What jobs write
 * meanwhile, such as whether an email could be sent, is not a request's.
 */
export function watchWrites(): () => string[] {
  const writes: string[] = [];
  const requests = new AsyncLocalStorage<true>();
  subscribe('http.server.request.start', () => requests.enterWith(true));
  const { query } = pg.Client.prototype;
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...args: unknown[]) {
      const [first] = args;
      const text =
        typeof first === 'object' && first !== null ? String((first as { text?: string }).text) : String(first);
      const isOfRequest = requests.getStore() === true && !BACKGROUND.test(text) && !OF_REQUEST.test(text);
      if (isOfRequest && WRITE.test(text)) writes.push(text);
      return Reflect.apply(query, this, args) as unknown;
    },
  });
  return () => writes.splice(0);
}
