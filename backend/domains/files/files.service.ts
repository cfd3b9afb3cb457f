import type { EntityManager } from '@mikro-orm/postgresql';
import type { FilePurpose, UploadView } from '#shared/api/files.ts';
import { FILE_LIMITS } from '#shared/limits.ts';
import { DAY_MS } from '#shared/time.ts';
import { databaseNowMs, newId } from '../../db/clock.ts';
import type { Pool } from '../../db/pool.ts';
import { read } from '../../db/read.ts';
import { transact, transactOnPool } from '../../db/transact.ts';
import { previewKey, StorageFullError, type FileStore } from '../../gateways/file-store.ts';
import { AppError } from '../../http/app-error.ts';
import type { Identity } from '../../http/identity.ts';
import { LIST_START } from '../../http/page.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { cleanFileName } from './file-name.ts';
import type { FileUse } from './file.access.ts';
import { StoredFile } from './file.entity.ts';
import type { PreparedFile } from './intake.ts';

/** The owner of a file, and how many bytes their files may have together. */
export interface FileOwner {
  id: string;
  quotaBytes: number;
}

/** A prepared upload and its owner. */
interface NewFile {
  owner: FileOwner;
  purpose: FilePurpose;
  /** The file name sent by the client. */
  name: string;
  prepared: PreparedFile;
  /** The resumable upload of the file; its size no longer counts against the quota. */
  sessionId?: string;
  /** Runs in the transaction that inserts the row. */
  alongside?: (tx: EntityManager, file: StoredFile) => Promise<void>;
}

/** Serialises the quota checks of one user. `no key update` does not block inserts that reference the user. */
const LOCK_OWNER = { name: 'file-lock-owner', text: 'select id from users where id = $1 for no key update' };
/** Sums the bytes of a user's files and of unfinished uploads, except one ($2). */
const USED = {
  name: 'file-used',
  text: `select (select coalesce(sum(size_bytes + coalesce(preview_bytes, 0)), 0) from files where owner_id = $1)
    + (select coalesce(sum(size_bytes), 0) from upload_sessions where owner_id = $1 and state = 'receiving'
      and expires_at > now() and id is distinct from $2::uuid) as bytes`,
};

/** Age at which an unused upload is deleted, in milliseconds: a composer may stay open overnight. */
const UNUSED_AGE_MS = 2 * DAY_MS;
const BATCH_ROWS = 1_000;

const REASSIGN = { name: 'files-reassign', text: 'update files set owner_id = $2 where id = any($1::uuid[])' };

/**
 * Finds in one page of files (by id, after $1) those created before $2 that no record uses, and deletes those of them
 * in $3, which are locked: a record that was attached before the lock is seen, and none can be attached after it.
 */
const removeUnusedSql = (uses: readonly FileUse[]) => ({
  name: 'files-remove-unused',
  text: `with page as (select f.id, f.owner_id, f.purpose, f.created_at from files f where f.id > $1 order by f.id
    limit ${BATCH_ROWS}),
    unused as (
      select p.id from page p where p.created_at < $2 and not (${uses
        .map(
          ({ purposes, isUsed }) =>
            `(p.purpose in (${purposes.map((purpose) => `'${purpose}'`).join(', ')}) and ${isUsed('p')})`,
        )
        .join(' or ')})),
    deleted as (delete from files f using unused u where f.id = u.id and f.id = any($3::uuid[]) returning f.id)
    select (select p.id from page p order by p.id desc limit 1) as last_id,
      (select coalesce(array_agg(u.id), '{}') from unused u) as unused,
      (select count(*)::int from deleted) as removed`,
});
/** Locks files, except those that a record is being attached to. */
const LOCK_UNUSED = {
  name: 'files-lock-unused',
  text: 'select id from files where id = any($1::uuid[]) order by id for update skip locked',
};

/** Stores a prepared upload: its bytes first, then its row. @throws AppError STORAGE_FULL for a full disk or quota. */
export async function createFile(em: EntityManager, store: FileStore, file: NewFile): Promise<UploadView> {
  return insertFile(em, store, { id: await saveBytes(store, file.prepared), ...file });
}

/** Stores the bytes of a prepared upload and returns the id of the file. @throws AppError STORAGE_FULL. */
export async function saveBytes(store: FileStore, { content, preview }: PreparedFile): Promise<string> {
  const id = newId();
  try {
    await store.save(id, content);
    if (preview) await store.save(previewKey(id), preview);
    return id;
  } catch (error) {
    await store.remove(id).catch(() => undefined);
    throw error instanceof StorageFullError ? noSpace() : error;
  }
}

/** Inserts the row of a file whose bytes are stored; removes them if it is refused. @throws AppError STORAGE_FULL. */
export async function insertFile(
  em: EntityManager,
  store: FileStore,
  { id, owner, purpose, name, prepared, sessionId, alongside }: NewFile & { id: string },
): Promise<UploadView> {
  const { content: _content, preview, ending, ...known } = prepared;
  try {
    return await transact(em, async (tx) => {
      await checkQuota(tx, owner, { sizeBytes: known.sizeBytes + (preview?.length ?? 0), sessionId });
      const file = tx.create(StoredFile, {
        ...known,
        id,
        ownerId: owner.id,
        purpose,
        name: cleanFileName(name, ending),
        previewBytes: preview?.length ?? null,
        state: 'ready',
      });
      await tx.flush();
      await alongside?.(tx, file);
      return toUploadView(file);
    });
  } catch (error) {
    // After any other error, the transaction may run again, or it was committed and the response was lost. Bytes that
    // stay without a row, also because the store is unavailable, are removed by the nightly clean-up.
    if (error instanceof AppError) await store.remove(id).catch(() => undefined);
    throw error;
  }
}

/** Builds the view of an uploaded file. */
export function toUploadView(file: StoredFile): UploadView {
  return {
    fileId: file.id,
    url: `/api/files/${file.id}`,
    previewUrl: file.previewBytes ? `/api/files/${file.id}/preview` : null,
    name: file.name,
    type: file.mime,
    size: file.sizeBytes,
    sha256: file.sha256,
    width: file.width ?? null,
    height: file.height ?? null,
  };
}

/** Returns the error for an upload that does not fit on the disk. */
export function noSpace(): AppError {
  return new AppError('STORAGE_FULL', 'There is no space for files at the moment. Try again later.');
}

/**
 * Checks that the user's quota has room for more bytes, including unfinished uploads, and locks the quota until the
 * transaction ends. @throws AppError STORAGE_FULL.
 */
export async function checkQuota(
  tx: EntityManager,
  owner: FileOwner,
  { sizeBytes, sessionId }: { sizeBytes: number; sessionId?: string | undefined },
): Promise<void> {
  await read(tx, LOCK_OWNER, [owner.id]);
  const [used] = await read<{ bytes: string }>(tx, USED, [owner.id, sessionId ?? null]);
  if (Number(used?.bytes ?? 0) + sizeBytes > owner.quotaBytes) {
    throw new AppError('STORAGE_FULL', 'Your storage is full');
  }
}

/**
 * Returns a member as the owner of files. An account costs nothing until its email address is confirmed, so it stores
 * little until then.
 */
export function fileOwner(
  { areEmailsSent }: Pick<RateLimits, 'areEmailsSent'>,
  { id, role, isEmailVerified }: Pick<Identity, 'id' | 'role' | 'isEmailVerified'>,
): FileOwner {
  const isConfirmed = isEmailVerified || !areEmailsSent;
  return { id, quotaBytes: isConfirmed ? FILE_LIMITS.quotaBytes[role] : FILE_LIMITS.unconfirmedQuotaBytes };
}

/**
 * Removes the rows of files that no record uses; the nightly clean-up then moves their bytes to the trash. Returns how
 * many.
 */
export async function removeUnused(pool: Pool, uses: readonly FileUse[]): Promise<number> {
  const statement = removeUnusedSql(uses);
  const before = new Date(databaseNowMs() - UNUSED_AGE_MS);
  let removed = 0;
  for (let after: string | null = LIST_START.up.id; after !== null;) {
    const [page]: UnusedPage[] = await read<UnusedPage>(pool, statement, [after, before, []]);
    if (page && page.unused.length > 0) {
      const from = after;
      removed += await transactOnPool(pool, async (client) => {
        const locked = await read<{ id: string }>(client, LOCK_UNUSED, [page.unused]);
        const ids = locked.map(({ id }) => id);
        return (await read<UnusedPage>(client, statement, [from, before, ids]))[0]?.removed ?? 0;
      });
    }
    after = page?.last_id ?? null;
  }
  return removed;
}

interface UnusedPage {
  last_id: string | null;
  unused: string[];
  removed: number;
}

/** Gives files to another owner, in the running transaction. */
export async function reassignFiles(tx: EntityManager, fileIds: readonly string[], ownerId: string): Promise<void> {
  await read(tx, REASSIGN, [fileIds, ownerId]);
}
