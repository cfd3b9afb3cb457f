import type { EntityManager } from '@mikro-orm/postgresql';
import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import { databaseNow, newId } from '../../db/clock.ts';
import { read, uuidTimeMs, type Reader, type Timestamp } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import type { FileStore } from '../../gateways/file-store.ts';
import { recordAudit } from '../audit/audit.service.ts';
import type { CleanupProblem, CleanupReport } from './instance.entity.ts';

/** Age at which a stored file without a row counts as orphaned, in milliseconds. */
const ORPHAN_AGE_MS = HOUR_MS;

/** How long an orphaned file stays in the trash, in milliseconds. */
const TRASH_MS = 30 * DAY_MS;

/** The clean-up stops when more files than both of these are orphaned: a part of all files, and a number. */
const LIMIT = { part: 0.01, files: 1_000 } as const;

const CREATE = { name: 'instance-create', text: 'insert into instance (id) values ($1) on conflict do nothing' };
/**
 * A copy of a database has the same id, but is on another server or has another name: a dump that was loaded into a
 * staging server must not own the store of the original.
 */
const LOAD = {
  name: 'instance-load',
  text: `select concat(i.id, ' ', c.system_identifier, '/', current_database()) as owner,
      coalesce(i.cleanup_after > now(), false) as is_paused, i.is_cleanup_allowed, i.is_store_adopted
    from instance i, pg_control_system() c`,
};
const KNOWN = { name: 'files-known', text: 'select id from files where id = any($1::uuid[])' };
/** Two at once could move one file twice, which not every store does safely. A node that dies holds it for an hour. */
const LEASE = {
  name: 'instance-lease',
  text: `update instance set cleaning_until = now() + interval '1 hour'
    where cleaning_until is null or cleaning_until < now() returning id`,
};
const RENEW = {
  name: 'instance-lease-renew',
  text: `update instance set cleaning_until = now() + interval '1 hour'`,
};
const RELEASE = { name: 'instance-lease-release', text: 'update instance set cleaning_until = null' };
const REPORT = {
  name: 'instance-report',
  text: `update instance set cleaned_at = now(), cleanup_report = $1,
    is_cleanup_allowed = is_cleanup_allowed and not $2`,
};
const ADOPTED = { name: 'instance-adopted', text: 'update instance set is_store_adopted = false' };

interface InstanceRow {
  owner: string;
  is_paused: boolean;
  is_cleanup_allowed: boolean;
  is_store_adopted: boolean;
}

/**
 * Marks an empty store as this database's. Returns why the store cannot be cleaned up: it has files, but no marker or
 * that of another database, so that they may belong to someone else. Null when it is this database's.
 */
export async function claimStore(reader: Reader, store: FileStore): Promise<'unmarked' | 'foreign' | null> {
  const { owner, is_store_adopted: isAdopted } = await loadInstance(reader);
  const marker = await store.readMarker();
  if (marker === owner) return null;
  if (!isAdopted && marker !== null) return 'foreign';
  if (!isAdopted && !(await isEmpty(store))) return 'unmarked';
  await store.writeMarker(owner);
  if (isAdopted) await read(reader, ADOPTED, []);
  return null;
}

/**
 * Moves stored files without a row, left by a crash or of deleted records, to the trash, restores those in the trash
 * that have a row, and deletes what has been there for 30 days. Stores and returns the report. Changes nothing when the
 * store is not this database's, after a restore of the database, when too many files have no row, or while it runs.
 */
export async function cleanUpFiles(reader: Reader, store: FileStore, now = databaseNow()): Promise<CleanupReport> {
  const report: CleanupReport = { problem: null, files: 0, orphans: 0, discarded: 0, restored: 0, purged: 0 };
  const { is_paused: isPaused, is_cleanup_allowed: isAllowed } = await loadInstance(reader);
  if ((await read(reader, LEASE, [])).length === 0) return { ...report, problem: 'running' };
  try {
    report.problem = await claimStore(reader, store);
    if (isPaused) report.problem ??= 'paused';
    if (report.problem === null) await cleanUp({ reader, store, now, isAllowed }, report);
    await read(reader, REPORT, [JSON.stringify(report), report.problem === null]);
    return report;
  } finally {
    await read(reader, RELEASE, []);
  }
}

interface Cleanup {
  reader: Reader;
  store: FileStore;
  now: Date;
  isAllowed: boolean;
}

async function cleanUp({ reader, store, now, isAllowed }: Cleanup, report: CleanupReport): Promise<void> {
  const olderThan = (ageMs: number) => new Date(now.getTime() - ageMs);
  const old = olderThan(ORPHAN_AGE_MS);
  for await (const ids of store.listOlderThan(old)) {
    await read(reader, RENEW, []);
    report.files += ids.length;
    report.orphans += (await findOrphans(reader, ids, old)).length;
  }
  const most = isAllowed ? report.orphans : Math.max(report.files * LIMIT.part, LIMIT.files);
  if (report.orphans > most) {
    report.problem = 'too-many';
    return;
  }
  // Restored first, so that a file whose row was committed late is never deleted.
  for await (const ids of store.listDiscarded(now)) {
    await read(reader, RENEW, []);
    for (const id of await findKnown(reader, ids)) if (await store.restore(id)) report.restored += 1;
  }
  for await (const ids of store.listOlderThan(old)) {
    await read(reader, RENEW, []);
    for (const id of await findOrphans(reader, ids, old)) {
      if (report.discarded >= most) return;
      await store.discard(id, now);
      report.discarded += 1;
    }
  }
  for await (const ids of store.listDiscarded(olderThan(TRASH_MS))) {
    await read(reader, RENEW, []);
    const known = await findKnown(reader, ids);
    for (const id of ids.filter((one) => !known.has(one))) {
      await store.purge(id);
      report.purged += 1;
    }
  }
}

async function findKnown(reader: Reader, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await read<{ id: string }>(reader, KNOWN, [ids])).map(({ id }) => id));
}

/** Returns ids without a row that were made before a time: the store's clock may differ from the database's. */
async function findOrphans(reader: Reader, ids: readonly string[], before: Date): Promise<string[]> {
  const known = await findKnown(reader, ids);
  return ids.filter((id) => !known.has(id) && uuidTimeMs(id) < before.getTime());
}

async function isEmpty(store: FileStore): Promise<boolean> {
  const end = new Date(8.64e15);
  for (const listed of [store.listOlderThan(end), store.listDiscarded(end)])
    for await (const ids of listed) if (ids.length > 0) return false;
  return true;
}

async function loadInstance(reader: Reader): Promise<InstanceRow> {
  const [known] = await read<InstanceRow>(reader, LOAD, []);
  if (known) return known;
  await read(reader, CREATE, [newId()]);
  const [row] = await read<InstanceRow>(reader, LOAD, []);
  if (!row) throw new Error('The database has no instance row.');
  return row;
}

/** What an operator sees of the clean-up; null before the first start. */
export interface CleanupStatus {
  id: string;
  cleanedAt: Timestamp | null;
  cleanupAfter: Timestamp | null;
  isCleanupAllowed: boolean;
  isStoreAdopted: boolean;
  report: CleanupReport | null;
}

const STATUS = {
  name: 'instance-status',
  text: `select id, cleaned_at as "cleanedAt", cleanup_after as "cleanupAfter",
    is_cleanup_allowed as "isCleanupAllowed", is_store_adopted as "isStoreAdopted", cleanup_report as report
    from instance`,
};
const ALLOW = { name: 'instance-allow', text: 'update instance set is_cleanup_allowed = true returning id' };
const ADOPT = { name: 'instance-adopt', text: 'update instance set is_store_adopted = true returning id' };

/** Loads the state of the clean-up and its last report. */
export async function loadCleanupStatus(reader: Reader): Promise<CleanupStatus | null> {
  return (await read<CleanupStatus>(reader, STATUS, []))[0] ?? null;
}

/** Allows the next clean-up to exceed its limit, once. Returns false before the first start. */
export function allowCleanup(em: EntityManager, operator: string): Promise<boolean> {
  return decide(em, { statement: ALLOW, event: 'file_cleanup_allowed', operator });
}

/** Confirms that the store belongs to this database; the next clean-up or start marks it. As {@link allowCleanup}. */
export function adoptStore(em: EntityManager, operator: string): Promise<boolean> {
  return decide(em, { statement: ADOPT, event: 'file_store_adopted', operator });
}

interface Decision {
  statement: { name: string; text: string };
  event: string;
  operator: string;
}

function decide(em: EntityManager, { statement, event, operator }: Decision): Promise<boolean> {
  return transact(em, async (tx) => {
    if ((await read(tx, statement, [])).length === 0) return false;
    await recordAudit(tx, { event, details: { operator } });
    return true;
  });
}

/** Explains a problem of the clean-up to the operator. */
export const CLEANUP_PROBLEMS: Record<CleanupProblem, string> = {
  running: 'Another node is running it.',
  paused: 'The database was restored from a backup a short time ago, so the clean-up is paused.',
  unmarked: 'The store already had files when this database was first used with it.',
  foreign: 'The store belongs to another database.',
  'too-many': 'Too many files have no row in the database, which may be incomplete.',
};
