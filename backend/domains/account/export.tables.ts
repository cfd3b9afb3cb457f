import type { EntityMetadata, EntityProperty } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditEntry } from '../audit/audit-entry.entity.ts';
import { User } from '../users/user.entity.ts';
import { makeSharedViews, type ExportRow } from './export.shared.ts';

/** A table of an archive: which rows belong to the account and which columns are shown. */
export interface ExportTable {
  /** Name of its files: `data/{name}.json`, `{name}.html`. */
  name: string;
  title: string;
  meta: EntityMetadata;
  /** A row belongs to the account when one of these columns names it. */
  owners: readonly string[];
  columns: readonly EntityProperty[];
}

/** Tables that are derived from others, or that serve only sign-in and delivery. */
const LEFT_OUT = new Set(['search_index', 'auth_tokens', 'recovery_codes', 'outbox', 'idempotency_keys']);
/** Columns that hold secrets of the software or name an operator, and no data about the user. */
const HIDDEN_COLUMNS: Record<string, readonly string[]> = {
  sessions: ['data', 'previousId', 'isSuperseded'],
  two_factor: ['lastStep'],
  upload_sessions: ['leaseBy', 'leaseUntil'],
  reports: ['closedBy'],
  purchases: ['checkoutId', 'checkoutUrl', 'checkAt'],
  calls: ['callerParty', 'calleeParty'],
};
/** Tables whose rows belong to each user they name ({@link makeSharedViews}); elsewhere the first one owns a row. */
const SHARED = new Set([
  'connections',
  'past_connection_requests',
  'conversations',
  'messages',
  'calls',
  'verifications',
  'purchases',
]);
const TITLES: Record<string, string> = {
  users: 'Account and profile',
  user_preferences: 'Preferences',
  privacy_settings: 'Privacy settings',
  released_usernames: 'Former usernames',
  post_likes: 'Likes',
  files: 'Files',
  sessions: 'Signed-in devices',
  purchases: 'Purchases and sales',
  known_devices: 'Browsers that you have used',
  saved_items: 'Saved',
  audit_log: 'Security log',
  export_jobs: 'Copies of your data',
  two_factor: 'Two-factor sign-in',
  upload_sessions: 'Uploads under way',
};

/** Lists the tables that store data of an account: those of the entities that reference users. */
export function listExportTables(em: EntityManager): ExportTable[] {
  const tables = Array.from(em.getMetadata().getAll().values()).flatMap((meta): ExportTable[] => {
    const name = meta.tableName;
    const owners = ownersOf(meta);
    if (owners.length === 0 || LEFT_OUT.has(name)) return [];
    const hidden = HIDDEN_COLUMNS[name] ?? [];
    const columns = meta.props.filter(
      (prop) => prop.persist !== false && prop.hidden !== true && !hidden.includes(prop.name),
    );
    return [{ name, title: TITLES[name] ?? wordsOf(name), meta, owners, columns }];
  });
  const rank = (table: ExportTable) => (table.name === 'users' ? 0 : 1);
  return tables.toSorted((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title));
}

function ownersOf(meta: EntityMetadata): string[] {
  if (meta.class === User) return ['id'];
  if (meta.class === AuditEntry) return ['actorId'];
  const users = meta.props.filter(isUserColumn).map((prop) => prop.name);
  return SHARED.has(meta.tableName) ? users : users.slice(0, 1);
}

/** Checks whether a column references a user. */
export function isUserColumn(prop: EntityProperty): boolean {
  return prop.targetMeta?.class === User;
}

/** Formats a table or column name in words: `saved_items` and `savedItems` give "Saved items". */
export function wordsOf(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Streams what the account sees of a table's rows, oldest first, without holding them all in memory. */
export async function* readRows(
  em: EntityManager,
  { name: table, meta, owners, columns }: ExportTable,
  userId: string,
): AsyncGenerator<ExportRow> {
  const view = makeSharedViews(em.fork(), userId)[table] ?? ((row: ExportRow) => row);
  const where = { $or: owners.map((owner) => ({ [owner]: userId })) };
  const orderBy = Object.fromEntries(meta.primaryKeys.map((key) => [key, 'asc']));
  for await (const row of em.stream(meta.class, { where: where as never, orderBy: orderBy as never })) {
    const shown = await view(
      Object.fromEntries(columns.map(({ name }) => [name, plainOf((row as Record<string, unknown>)[name])])),
    );
    if (shown) yield shown;
  }
}

function plainOf(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : (value ?? null);
}
