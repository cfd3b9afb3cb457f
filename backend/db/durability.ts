import { query, type Pool } from './pool.ts';

const UNSAFE = {
  name: 'durability-unsafe',
  text: `select name, setting from pg_settings
    where (name in ('fsync', 'full_page_writes') and setting <> 'on') or (name = 'synchronous_commit'
      and setting in ('off', 'local')) order by name`,
};

/** Lists the settings by which the database could lose an acknowledged write, as `name=value`; empty when durable. */
export async function listUnsafeSettings(pool: Pool): Promise<string[]> {
  const rows = await query<{ name: string; setting: string }>(pool, UNSAFE);
  return rows.map(({ name, setting }) => `${name}=${setting}`);
}
