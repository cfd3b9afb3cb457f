import pg from 'pg';

/** A statement that a request read with, and the options of its connection, which decide how it is planned. */
export interface SentRead {
  text: string;
  values: readonly unknown[];
  options: string | undefined;
}

const READ = /^\s*(?:select|with)\b/i;
/** Statements of the session and of background work. */
const OTHER = /pgboss|presence_|\bsessions\b|pg_notify|advisory|set_config|clock_timestamp\(\)|from outbox/i;

interface Plan {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

/**
 * Watches the reads of this process; call it before the first connection is opened. The returned function runs work and
 * returns the prepared statements that read meanwhile.
 */
export function watchReads(): (work: () => Promise<unknown>) => Promise<SentRead[]> {
  let sent: SentRead[] | null = null;
  const { query } = pg.Client.prototype;
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client & { connectionParameters?: { options?: string } }, ...args: unknown[]) {
      const { text = '', values = [] } = (args[0] ?? {}) as { text?: string; values?: unknown[] };
      if (READ.test(text) && !OTHER.test(text))
        sent?.push({ text, values, options: this.connectionParameters?.options });
      return Reflect.apply(query, this, args) as unknown;
    },
  });
  return async (work) => {
    const recorded: SentRead[] = [];
    sent = recorded;
    await work().finally(() => {
      sent = null;
    });
    return recorded;
  };
}

/** Runs statements again, planned as they were, and returns how many pages of 8 kB they touch in all. */
export async function countBuffers(url: string, reads: readonly SentRead[]): Promise<number> {
  let buffers = 0;
  for (const { text, values, options } of reads) {
    const client = new pg.Client({ connectionString: url, ...(options !== undefined && { options }) });
    await client.connect();
    try {
      await client.query(`prepare counted as ${text}`);
      const given = values.length > 0 ? `(${values.map(toLiteral).join(', ')})` : '';
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (analyze, buffers, format json) execute counted${given}`,
      );
      const plan = rows[0]?.['QUERY PLAN'][0].Plan;
      if (!plan) throw new Error('Postgres returned no plan.');
      buffers += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    } finally {
      await client.end();
    }
  }
  return buffers;
}

function toLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((one) => JSON.stringify(String(one))).join(',')}}`);
  return pg.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value));
}
