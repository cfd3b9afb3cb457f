import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

/** The superuser of the embedded Postgres. */
export const SUPERUSER = 'lyceum';
/** The role that owns the database and its tables. */
export const OWNER_ROLE = 'lyceum_owner';
/** The role of the server, which may only read and write rows. */
export const APP_ROLE = 'lyceum_app';

/** The addresses of an embedded Postgres. */
export interface DatabaseAddresses {
  /** The maintenance database `postgres`, as superuser. */
  adminUrl: string;
  /** The database `lyceum`, which exists, as the role of the server. */
  databaseUrl: string;
  /** The same as the role that owns the tables. */
  migrateUrl: string;
}

type Passwords = ReturnType<typeof loadPasswords>;

const CONNECT_WAIT_MS = 500;
const CONNECT_TRIES = 120;
/** Codes of a server that is starting up, recovering or not listening yet. */
const NOT_YET = new Set(['57P03', 'ECONNREFUSED', 'ECONNRESET']);

/** Reads the passwords of the roles from the data folder, after generating those that are missing. */
export function loadPasswords(dataDir: string) {
  const load = (name: string) => keepPassword(join(dataDir, `${name}.password`));
  return { [SUPERUSER]: load('postgres'), [OWNER_ROLE]: load('postgres-owner'), [APP_ROLE]: load('postgres-app') };
}

function keepPassword(path: string): string {
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(path, 'utf8').trim();
}

/** Creates what is missing: both roles, and the database, which only they may use. Returns the addresses. */
export async function ensureDatabase(port: number, passwords: Passwords): Promise<DatabaseAddresses> {
  const addressOf = (role: keyof Passwords, database = 'lyceum') =>
    `postgres://${role}:${passwords[role]}@127.0.0.1:${port}/${database}`;
  const adminUrl = addressOf(SUPERUSER, 'postgres');
  await prepare(adminUrl, { lyceumUrl: addressOf(SUPERUSER), passwords });
  return { adminUrl, databaseUrl: addressOf(APP_ROLE), migrateUrl: addressOf(OWNER_ROLE) };
}

async function prepare(
  adminUrl: string,
  { lyceumUrl, passwords }: { lyceumUrl: string; passwords: Passwords },
): Promise<void> {
  const client = await connect(adminUrl);
  try {
    for (const role of [OWNER_ROLE, APP_ROLE] as const) {
      const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role]);
      if (rowCount === 0) await client.query(`create role ${role} login password '${passwords[role]}'`);
    }
    const { rows } = await client.query<{ owner: string }>(
      `select pg_get_userbyid(datdba) as owner from pg_database where datname = 'lyceum'`,
    );
    if (rows[0]?.owner === OWNER_ROLE) return;
    if (rows[0]) await handOver(lyceumUrl);
    else await client.query('create database lyceum');
    await client.query(`revoke all on database lyceum from public`);
    await client.query(`grant connect on database lyceum to ${APP_ROLE}`);
    // The last step, by which the next start knows that all are done.
    await client.query(`alter database lyceum owner to ${OWNER_ROLE}`);
  } finally {
    await client.end();
  }
}

/** What the superuser owned in the database while it was the only role, as statements that make it the owner's. */
const HAND_OVER = `
  select format('alter schema %s owner to ${OWNER_ROLE}', n.oid::regnamespace) as statement
    from pg_namespace n where n.nspname in ('public', 'pgboss')
  union all
  select format('alter table %s owner to ${OWNER_ROLE}', c.oid::regclass)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p', 'v')
  union all
  select format('alter function %s owner to ${OWNER_ROLE}', p.oid::regprocedure)
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'pgboss')
  union all
  select format('alter type %s owner to ${OWNER_ROLE}', t.oid::regtype)
    from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where n.nspname in ('public', 'pgboss') and t.typtype = 'e'
  union all
  select format('alter function %s security definer set search_path = pg_catalog, public, pg_temp', p.oid::regprocedure)
    from pg_proc p where p.proname = 'remove_old_audit_entries'`;

/** Gives what the superuser owns in a database of an earlier version to the owner of the tables. */
async function handOver(lyceumUrl: string): Promise<void> {
  const client = await connect(lyceumUrl);
  try {
    const { rows } = await client.query<{ statement: string }>(HAND_OVER);
    for (const { statement } of rows) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Connects; a server that recovers from a crash gets a minute for it. */
async function connect(address: string): Promise<pg.Client> {
  for (let tries = 1; ; tries += 1) {
    const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 10_000 });
    try {
      await client.connect();
      return client;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (tries >= CONNECT_TRIES || !NOT_YET.has(code)) throw error;
      await setTimeout(CONNECT_WAIT_MS);
    }
  }
}
