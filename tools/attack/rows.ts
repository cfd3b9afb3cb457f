import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { FORGOTTEN_PASSWORD_JOB } from '../../backend/domains/auth/recovery.service.ts';

/** One row as JSON text. */
interface Row {
  table: string;
  json: string;
}

/** Rows by table and primary key. */
export type Snapshot = ReadonlyMap<string, Row>;

/** A difference of two snapshots; `columns` are those that changed, none for a whole row. */
export interface Change {
  table: string;
  kind: 'inserted' | 'deleted' | 'changed';
  columns: string[];
}

/** Tables that change by themselves: by each request, by time, and by the jobs that count and that index for search. */
const VOLATILE: ReadonlySet<string> = new Set([
  'annotations',
  'answer_times',
  'audit_log',
  'idempotency_keys',
  'member_groups',
  'metric_runs',
  'metrics_daily',
  'outbox',
  'presence_nodes',
  'presences',
  'search_index',
  'search_words',
  'view_salts',
]);
/** Columns that change by the victims' own requests and by jobs. */
const VOLATILE_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  sessions: ['last_seen_at', 'expires_at', 'data'],
  notifications: ['email_due_at', 'emailed_at'],
  conversation_state: ['notify_at', 'is_notified'],
};
/** Rows of two members, which an attacker could insert at the cost of the other; all others belong to their owner. */
const OF_TWO: ReadonlySet<string> = new Set([
  'blocks',
  'connections',
  'conversations',
  'messages',
  'past_connection_requests',
  'verifications',
]);
const OWNER_COLUMNS = ['user_id', 'owner_id', 'reporter_id', 'buyer_id'] as const;
/** Domain events, and the job that looks an address up after the response. */
const OPEN_WORK = `select 1 from outbox union all
  select 1 from pgboss.job where name = $1 and state in ('created', 'active') limit 1`;
const SETTLE_LOOK_MS = 10;
const SETTLE_MAX_MS = 20_000;

/** Lists what differs between two snapshots. */
export function diffRows(before: Snapshot, after: Snapshot): Change[] {
  const changes: Change[] = [];
  for (const [key, { table, json }] of before) {
    const now = after.get(key);
    if (!now) changes.push({ table, kind: 'deleted', columns: [] });
    else if (now.json !== json) changes.push({ table, kind: 'changed', columns: listChanged(json, now.json) });
  }
  for (const [key, { table }] of after) if (!before.has(key)) changes.push({ table, kind: 'inserted', columns: [] });
  return changes;
}

function listChanged(before: string, after: string): string[] {
  const [old, now] = [before, after].map((json) => JSON.parse(json) as Record<string, unknown>);
  return Object.keys(old ?? {}).filter((name) => JSON.stringify(old?.[name]) !== JSON.stringify(now?.[name]));
}

/**
 * Returns whether a change is among the allowed ones: `table` allows any, `table+` a new row, `table.column` a change
 * of this column.
 */
export function isAllowed({ table, kind, columns }: Change, allowed: readonly string[]): boolean {
  if (allowed.includes(table)) return true;
  if (kind === 'inserted') return allowed.includes(`${table}+`);
  return kind === 'changed' && columns.every((column) => allowed.includes(`${table}.${column}`));
}

/** Describes a change in words. */
export function describeChange({ table, kind, columns }: Change): string {
  return kind === 'changed'
    ? `changed ${columns.map((column) => `${table}.${column}`).join(', ')}`
    : `${kind} ${table}`;
}

/** Reads the rows that belong to the victims: those with one of their ids that no attacker owns. */
export class RowWatch {
  private readonly client: pg.Client;
  private readonly marks: RegExp;
  private readonly attackers: RegExp;
  private statement = '';

  constructor(databaseUrl: string, ids: { victims: readonly string[]; attackers: readonly string[] }) {
    this.client = new pg.Client({ connectionString: databaseUrl });
    this.marks = new RegExp(ids.victims.join('|'));
    this.attackers = new RegExp(`"(?:${OWNER_COLUMNS.join('|')})": "(?:${ids.attackers.join('|')})"`);
  }

  async open(): Promise<void> {
    await this.client.connect();
    const { rows } = await this.client.query<{ table: string; keys: string[] }>(
      `select c.relname as table, array_agg(a.attname::text order by a.attnum) as keys
        from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
        join pg_index i on i.indrelid = c.oid and i.indisprimary
        join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
        group by 1`,
    );
    this.statement = rows
      .filter(({ table }) => !VOLATILE.has(table))
      .map(({ table, keys }) => {
        const volatile = (VOLATILE_COLUMNS[table] ?? []).map((name) => ` - '${name}'`).join('');
        return `select '${table}' as table, concat_ws(' ', '${table}', ${keys.join(', ')}) as key,
          (to_jsonb(t)${volatile})::text as json from ${table} t`;
      })
      .join(' union all ');
  }

  async read(): Promise<Snapshot> {
    const { rows } = await this.client.query<Row & { key: string }>(this.statement);
    const isVictims = ({ table, json }: Row): boolean =>
      this.marks.test(json) && (OF_TWO.has(table) || !this.attackers.test(json));
    return new Map(rows.filter(isVictims).map(({ key, table, json }) => [key, { table, json }]));
  }

  /** Waits until all domain events are handled, and the jobs that change rows of others. */
  async settle(): Promise<void> {
    const until = performance.now() + SETTLE_MAX_MS;
    while (performance.now() < until) {
      if ((await this.client.query(OPEN_WORK, [FORGOTTEN_PASSWORD_JOB])).rowCount === 0) return;
      await wait(SETTLE_LOOK_MS);
    }
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}
