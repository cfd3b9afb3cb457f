import type pg from 'pg';
import { createClient } from './connection.ts';
import { CONNECTION_TIMEOUT_MS } from './mikro-orm.config.ts';
import { query, type Pool } from './pool.ts';

/** What an administrator should do about a role with too many rights. */
export const ROLES_ADVICE =
  'create a role that only reads and writes rows, and name the owner of the tables in MIGRATE_URL (docs/hosting.md)';

/** Thrown when MIGRATE_URL and DATABASE_URL do not fit together. */
export class RoleError extends Error {
  override readonly name = 'RoleError';
}

/** A schema, or what the owner has in it, and the rights that another role has on it. */
interface Owned {
  kind: 'schema' | 'table' | 'sequence' | 'function';
  /** As it is written in a statement. */
  name: string;
  rights: string[];
}

const DEFAULTS = {
  schema: ['usage'],
  table: ['select', 'insert', 'update', 'delete'],
  sequence: ['usage'],
  function: ['execute'],
} as const;

/** Tables on which the server has fewer rights. Old entries of the log are deleted by a function of the owner. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  'public.audit_log': ['select', 'insert'],
  'public.schema_migrations': ['select'],
};

const SCHEMAS = `array['public', 'pgboss']::regnamespace[]`;

const OWNED = `
  with relations as (
    select oid, relkind, relnamespace::regnamespace || '.' || quote_ident(relname) as name from pg_class
      where relnamespace = any (${SCHEMAS}) and pg_has_role(relowner, 'usage'))
  select 'schema' as kind, s::text as name, array(
      select r from unnest(array['usage', 'create']) r where has_schema_privilege($1::name, s::oid, r)) as rights
    from unnest(${SCHEMAS}) s
  union all
  select 'table', name, array(
      select r from unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) r
        where has_table_privilege($1::name, oid, r))
    from relations where relkind in ('r', 'p', 'v', 'm')
  union all
  select 'sequence', name, array(
      select r from unnest(array['usage', 'select', 'update']) r where has_sequence_privilege($1::name, oid, r))
    from relations where relkind = 'S'
  union all
  select 'function', oid::regprocedure::text, array(
      select 'execute' where has_function_privilege($1::name, oid, 'execute'))
    from pg_proc where pronamespace = any (${SCHEMAS}) and pg_has_role(proowner, 'usage')`;

/**
 * Gives the role of the server the rights that it needs on what the role of the migrations owns, and takes any others.
 * Rights that are right stay untouched, because a change makes the running servers plan their statements again. `lock`
 * is an advisory lock that `owner` holds. A role that migrates its own database is left as it is.
 *
 * @throws {RoleError} when both addresses lead to different databases.
 */
export async function grantRights(
  owner: pg.Client,
  { databaseUrl, lock }: { databaseUrl: string; lock: number },
): Promise<void> {
  const role = await findRole(databaseUrl, lock);
  const { rows } = await owner.query<{ name: string; is_owner: boolean }>(
    'select quote_ident($1) as name, current_user = $1::name as is_owner',
    [role],
  );
  const [{ name, is_owner: isOwner } = { name: '', is_owner: true }] = rows;
  if (isOwner) return;
  const owned = await owner.query<Owned>(OWNED, [role]);
  const statements = owned.rows.flatMap((each) => statementsOf(each, name));
  for (const schema of ['public', 'pgboss'])
    for (const kind of ['table', 'sequence'] as const)
      statements.push(
        `alter default privileges in schema ${schema} grant ${DEFAULTS[kind].join(', ')} on ${kind}s to ${name}`,
      );
  await owner.query(statements.join('; '));
}

/** Returns the role of an address whose server holds the advisory lock. */
async function findRole(databaseUrl: string, lock: number): Promise<string> {
  const client = createClient(databaseUrl, { connectionTimeoutMillis: CONNECTION_TIMEOUT_MS });
  await client.connect();
  try {
    const { rows } = await client.query<{ role: string; is_free: boolean }>(
      'select current_user as role, pg_try_advisory_lock($1) as is_free',
      [lock],
    );
    if (!rows[0] || rows[0].is_free)
      throw new RoleError(
        'MIGRATE_URL and DATABASE_URL lead to different databases. They may differ only in the role.',
      );
    return rows[0].role;
  } finally {
    await client.end();
  }
}

function statementsOf({ kind, name, rights }: Owned, role: string): string[] {
  const wanted = EXCEPTIONS[name] ?? DEFAULTS[kind];
  const missing = wanted.filter((right) => !rights.includes(right));
  const excess = rights.filter((right) => !wanted.some((one) => one === right));
  return [
    ...(missing.length > 0 ? [`grant ${missing.join(', ')} on ${kind} ${name} to ${role}`] : []),
    ...(excess.length > 0 ? [`revoke ${excess.join(', ')} on ${kind} ${name} from ${role}`] : []),
  ];
}

const EXCESS = {
  name: 'roles-excess',
  text: `select case when rolsuper then array['is a superuser'] else array_remove(array[
      case when exists (select 1 from pg_class c where c.relkind in ('r', 'p')
        and c.relnamespace = any (${SCHEMAS}) and pg_has_role(c.relowner, 'member')) then 'owns tables' end,
      case when exists (select 1 from unnest(${SCHEMAS}) s where has_schema_privilege(s::oid, 'create'))
        then 'may create tables' end,
      case when has_table_privilege('audit_log', 'update, delete, truncate') then 'may change the audit log' end
    ], null) end as excess from pg_roles where rolname = current_user`,
};

/** Lists why a break-in into the server could change the tables and the audit log; empty when its role may not. */
export async function listExcessRights(pool: Pool): Promise<string[]> {
  const [row] = await query<{ excess: string[] }>(pool, EXCESS);
  return row?.excess ?? [];
}
