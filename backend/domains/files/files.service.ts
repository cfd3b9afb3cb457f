import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import type { Role } from '#shared/api/endpoint.ts';
import type { FilePurpose, UploadView } from '#shared/api/files.ts';
import { FILE_LIMITS } from '#shared/limits.ts';
import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import { query, type Pool } from '../../db/pool.ts';
import { read } from '../../db/read.ts';
import { transact } from '../../facts.ts';
import { StorageFullError, type FileStore } from '../../gateways/file-store.ts';
import { AppError } from '../../http/app-error.ts';
import { LIST_START } from '../../http/page.ts';
import { cleanFileName } from './file-name.ts';
import { StoredFile } from './file.entity.ts';
import { toUploadView } from './file.view.ts';
import type { EncodedImage } from './image.ts';

/** An upload and who makes it. */
export interface NewFile {
  owner: { id: string; role: Role };
  purpose: FilePurpose;
  /** The name the client claims. */
  name: string;
  image: EncodedImage;
}

/** The lock makes two uploads of one person count one after the other; it does not stop rows that refer to the person. */
const LOCK_OWNER = { name: 'file-lock-owner', text: 'select id from users where id = $1 for no key update' };
const USED = { name: 'file-used', text: 'select coalesce(sum(size_bytes), 0)::bigint as bytes from files where owner_id = $1' };
const KNOWN = { name: 'files-known', text: 'select id from files where id = any($1::uuid[])' };

/** How long an upload waits to be used, in milliseconds: a composer may stay open over night. */
const UNUSED_AGE_MS = 2 * DAY_MS;
const SWEEP_ROWS = 1_000;

/** A page of files by id, of which those go that are old enough ($2) and that nothing shows: no post, no message, no profile, no report that is open. */
const REMOVE_UNUSED = {
  name: 'files-remove-unused',
  text: `with page as (select f.id, f.owner_id, f.purpose, f.created_at from files f where f.id > $1 order by f.id limit ${SWEEP_ROWS}),
    gone as (
      delete from files f using page p where f.id = p.id and p.created_at < $2 and not case p.purpose
        when 'post-image' then exists (select 1 from posts o where o.image_file_id = p.id)
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
 * Stores an encoded upload: on disk first, then as a row.
 * @throws AppError STORAGE_FULL when the disk or the person's share of it is full.
 */
export async function createFile(em: EntityManager, store: FileStore, { owner, purpose, name, image }: NewFile): Promise<UploadView> {
  const id = uuidv7();
  try {
    return await transact(em, async (tx) => {
      await checkQuota(tx, owner, image.bytes.length);
      await store.save(id, image.bytes);
      const file = tx.create(StoredFile, {
        id,
        ownerId: owner.id,
        purpose,
        sha256: createHash('sha256').update(image.bytes).digest('hex'),
        mime: image.mime,
        name: cleanFileName(name, 'webp'),
        sizeBytes: image.bytes.length,
        width: image.width,
        height: image.height,
        state: 'ready',
      });
      await tx.flush();
      return toUploadView(file);
    });
  } catch (error) {
    await store.remove(id);
    throw error instanceof StorageFullError ? new AppError('STORAGE_FULL', 'There is no space left for files at the moment') : error;
  }
}

async function checkQuota(tx: EntityManager, owner: { id: string; role: Role }, sizeBytes: number): Promise<void> {
  await read(tx, LOCK_OWNER, [owner.id]);
  const [used] = await read<{ bytes: string }>(tx, USED, [owner.id]);
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
 * Removes the rows of uploads that nothing shows: never used, or what used them is gone; {@link removeOrphans} then takes
 * their bytes. Answers how many; run now and then.
 */
export async function removeUnused(pool: Pool): Promise<number> {
  const before = new Date(Date.now() - UNUSED_AGE_MS);
  let removed = 0;
  for (let after: string | null = LIST_START.up.id; after !== null; ) {
    const [page]: { last_id: string | null; removed: number }[] = await query(pool, REMOVE_UNUSED, [after, before]);
    removed += page?.removed ?? 0;
    after = page?.last_id ?? null;
  }
  return removed;
}
