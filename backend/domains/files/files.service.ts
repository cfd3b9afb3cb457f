import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import type { Role } from '#shared/api/endpoint.ts';
import type { FilePurpose, UploadView } from '#shared/api/files.ts';
import { FILE_LIMITS } from '#shared/limits.ts';
import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import { query, type Pool } from '../../db/pool.ts';
import { read } from '../../db/read.ts';
import { transact } from '../../facts.ts';
import { previewKey, StorageFullError, type FileStore } from '../../gateways/file-store.ts';
import { AppError } from '../../http/app-error.ts';
import { LIST_START } from '../../http/page.ts';
import { cleanFileName } from './file-name.ts';
import { StoredFile } from './file.entity.ts';
import { toUploadView } from './file.view.ts';
import type { PreparedFile } from './intake.ts';

/** An upload and who makes it. */
export interface NewFile {
  owner: { id: string; role: Role };
  purpose: FilePurpose;
  /** The name the client claims. */
  name: string;
  prepared: PreparedFile;
  /** The resumable upload it came by, whose share of the quota it takes over. */
  sessionId?: string;
  /** Writes beside the new row, in its transaction. */
  alongside?: (tx: EntityManager, file: StoredFile) => Promise<void>;
}

/** The lock makes two uploads of one person count one after the other; it does not stop rows that refer to the person. */
const LOCK_OWNER = { name: 'file-lock-owner', text: 'select id from users where id = $1 for no key update' };
/** Bytes of a person's files and of the uploads under way, but for one ($2). */
const USED = {
  name: 'file-used',
  text: `select (select coalesce(sum(size_bytes + coalesce(preview_bytes, 0)), 0) from files where owner_id = $1)
    + (select coalesce(sum(size_bytes), 0) from upload_sessions where owner_id = $1 and state = 'receiving' and expires_at > now() and id is distinct from $2::uuid) as bytes`,
};
const KNOWN = { name: 'files-known', text: 'select id from files where id = any($1::uuid[])' };

/** How long an upload waits to be used, in milliseconds: a composer may stay open over night. */
const UNUSED_AGE_MS = 2 * DAY_MS;
const SWEEP_ROWS = 1_000;

/**
 * A page of files by id, of which those go that are old enough ($2) and that nothing shows: no post, no message, no
 * profile, no advertisement, no report that is open.
 */
const REMOVE_UNUSED = {
  name: 'files-remove-unused',
  text: `with page as (select f.id, f.owner_id, f.purpose, f.created_at from files f where f.id > $1 order by f.id limit ${SWEEP_ROWS}),
    gone as (
      delete from files f using page p where f.id = p.id and p.created_at < $2 and not case p.purpose
        when 'post-image' then exists (select 1 from posts o where o.image_file_id = p.id)
          or exists (select 1 from reports r where r.status = 'open' and r.snapshot->>'imageUrl' = '/api/files/' || p.id)
        when 'advertisement-image' then exists (select 1 from advertisements d where d.image_file_id = p.id)
          or exists (select 1 from reports r where r.status = 'open' and r.snapshot->>'imageUrl' = '/api/files/' || p.id)
        when 'message-file' then exists (select 1 from messages m where m.file_id = p.id)
        when 'profile-image' then exists (select 1 from users u where u.id = p.owner_id and u.profile_image = '/api/files/' || p.id)
        when 'cover-image' then exists (select 1 from users u where u.id = p.owner_id and u.cover_image = '/api/files/' || p.id)
        else true end
      returning f.id)
    select (select p.id from page p order by p.id desc limit 1) as last_id, (select count(*)::int from gone) as removed`,
};

/** How old a file without a row must be before it counts as left over, in milliseconds. */
const ORPHAN_AGE_MS = HOUR_MS;

/**
 * Stores a prepared upload: its bytes first, then its row.
 *
 * @throws AppError STORAGE_FULL when the disk or the person's share of it is full.
 */
export async function createFile(
  em: EntityManager,
  store: FileStore,
  { owner, purpose, name, prepared, sessionId, alongside }: NewFile,
): Promise<UploadView> {
  const id = uuidv7();
  const { content, preview, ending, ...known } = prepared;
  try {
    await store.save(id, content);
    if (preview) await store.save(previewKey(id), preview);
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
    // What a store that is away keeps of it is left to the sweep.
    await store.remove(id).catch(() => undefined);
    throw error instanceof StorageFullError ? noSpace() : error;
  }
}

/** The answer to an upload that the disk has no room for. */
export function noSpace(): AppError {
  return new AppError('STORAGE_FULL', 'There is no space left for files at the moment');
}

/**
 * Makes sure that a person's share has room for so many more bytes, the uploads under way counted, and keeps the share
 * locked until the transaction ends. @throws AppError STORAGE_FULL.
 */
export async function checkQuota(
  tx: EntityManager,
  owner: { id: string; role: Role },
  { sizeBytes, sessionId }: { sizeBytes: number; sessionId?: string | undefined },
): Promise<void> {
  await read(tx, LOCK_OWNER, [owner.id]);
  const [used] = await read<{ bytes: string }>(tx, USED, [owner.id, sessionId ?? null]);
  if (Number(used?.bytes ?? 0) + sizeBytes > FILE_LIMITS.quotaBytes[owner.role]) {
    throw new AppError('STORAGE_FULL', 'Your storage is full');
  }
}

/** Removes bytes whose row never came to be (a crash or a failed commit) and answers how many; run now and then. */
export async function removeOrphans(pool: Pool, store: FileStore): Promise<number> {
  let removed = 0;
  for await (const ids of store.listOlderThan(new Date(Date.now() - ORPHAN_AGE_MS))) {
    const known = new Set((await query<{ id: string }>(pool, KNOWN, [ids])).map((row) => row.id));
    const orphans = ids.filter((id) => !known.has(id));
    for (const id of orphans) await store.remove(id);
    removed += orphans.length;
  }
  return removed;
}

/**
 * Removes the rows of uploads that nothing shows: never used, or what used them is gone; {@link removeOrphans} then
 * takes their bytes. Answers how many; run now and then.
 */
export async function removeUnused(pool: Pool): Promise<number> {
  const before = new Date(Date.now() - UNUSED_AGE_MS);
  let removed = 0;
  for (let after: string | null = LIST_START.up.id; after !== null;) {
    const [page]: { last_id: string | null; removed: number }[] = await query(pool, REMOVE_UNUSED, [after, before]);
    removed += page?.removed ?? 0;
    after = page?.last_id ?? null;
  }
  return removed;
}
