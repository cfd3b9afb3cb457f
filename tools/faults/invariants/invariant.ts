/** A statement about the stored records that holds at any time while nothing is under way. */
export interface Invariant {
  name: string;
  /** What a violation means for a member or an operator. */
  means: string;
  /** Selects one row per violation, with its description as `what`. */
  sql: string;
}

/** Selects the rows (as `p`) of a table whose counter differs from the number of records. */
export const counter = (column: string, rows: string, table = 'posts'): string =>
  `select id || ': ' || ${column} || ' and not ' || n as what from
    (select p.id, p.${column}, (select count(*) from ${rows}) as n from ${table} p) c where ${column} <> n`;

/** Selects the groups of rows that exist more than once. */
export const twice = (columns: string, from: string): string =>
  `select concat_ws(' ', ${columns}) || ': ' || count(*) as what from ${from} group by ${columns} having count(*) > 1`;

/** Selects the rows (as `x`) that do not have exactly one notification of a user, by its key. */
export const notified = (select: string, user: string, key: string): string =>
  `select ${key} || ': ' || n as what from (select x.*, (select count(*) from notifications n
    where n.user_id = ${user} and n.dedupe_key = ${key}) as n from (${select}) x) x where n <> 1`;

/** Selects the records whose search entry is missing, doubled or outdated. */
export const indexed = (type: string, records: string): string =>
  `select '${type} ' || r.id as what from (${records}) r where (select count(*) from search_index s
    where s.entity_type = '${type}' and s.entity_id = r.id and s.title = r.title and s.content = r.content) <> 1`;

/** Selects the search entries of records that do not exist. */
export const unindexed = (type: string, table: string): string =>
  `select '${type} ' || s.entity_id as what from search_index s where s.entity_type = '${type}'
    and not exists (select 1 from ${table} r where r.id = s.entity_id)`;

/** Selects the references to records that do not exist. */
export const missing = (table: string, column: string, other: string): string =>
  `select '${table}: ' || t.${column} as what from ${table} t where t.${column} is not null
    and not exists (select 1 from ${other} o where o.id = t.${column})`;
