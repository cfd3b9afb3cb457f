import type { Pool } from 'pg';

/**
 * Returns the plan of a statement for any values, as it is for large tables: the planner uses an index wherever one
 * fits.
 */
export async function explainByIndex(pool: Pool, text: string): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const scan of ['seqscan', 'indexonlyscan']) await client.query(`set local enable_${scan} = off`);
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('rollback');
    client.release();
  }
}
