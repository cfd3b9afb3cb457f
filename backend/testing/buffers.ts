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
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Loops': number;
  Plans?: Plan[];
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

/** What statements read. */
export interface Reading {
  /** Pages of 8 kB. */
  pages: number;
  /** The tables of which every row is read. */
  wholeTables: ReadonlySet<string>;
}

/** Runs statements again, planned as they were, and returns what they read in all. */
export async function measureReads(url: string, reads: readonly SentRead[]): Promise<Reading> {
  let pages = 0;
  const wholeTables = new Set<string>();
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
      pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      for (const table of scannedBy(plan)) wholeTables.add(table);
    } finally {
      await client.end();
    }
  }
  return { pages, wholeTables };
}

function scannedBy({ 'Node Type': type, 'Relation Name': table, 'Actual Loops': loops, Plans = [] }: Plan): string[] {
  return [...(type === 'Seq Scan' && loops > 0 && table ? [table] : []), ...Plans.flatMap(scannedBy)];
}

function toLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((one) => JSON.stringify(String(one))).join(',')}}`);
  return pg.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value));
}
