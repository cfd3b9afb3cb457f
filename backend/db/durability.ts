import { query, type Pool } from './pool.ts';

const UNSAFE = {
  name: 'durability-unsafe',
  text: `select name, setting from pg_settings
    where (name in ('fsync', 'full_page_writes') and setting <> 'on') or (name = 'synchronous_commit' and setting in ('off', 'local')) order by name`,
};

/**
 * Names the settings of the database by which an acknowledged write could be lost, as `name=value`; empty when it is
 * durable. Source: trust.md 1.1, P1, and 2.
 */
export async function listUnsafeSettings(pool: Pool): Promise<string[]> {
  const rows = await query<{ name: string; setting: string }>(pool, UNSAFE);
  return rows.map(({ name, setting }) => `${name}=${setting}`);
}
