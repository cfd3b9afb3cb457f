import type { EntityManager } from '@mikro-orm/postgresql';
import type { FilePurpose } from '#shared/api/files.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { read, type Reader } from '../../db/read.ts';
import { previewKey, type FileKey } from '../../gateways/file-store.ts';
import { notFound } from '../../http/app-error.ts';
import { HIDDEN_FROM_VIEWER } from '../users/user.view.ts';
import { StoredFile } from './file.entity.ts';

/** Loads a ready file that `ownerId` uploaded for this purpose. @throws AppError NOT_FOUND for any other. */
export async function loadOwnFile(
  em: EntityManager,
  fileId: string,
  { ownerId, purpose }: { ownerId: string; purpose: FilePurpose },
): Promise<StoredFile> {
  const file = await em.findOne(StoredFile, { id: fileId, ownerId, purpose, state: 'ready' });
  if (!file) throw notFound('This file');
  return file;
}

/** What a read of a file, or of its small picture, needs of its row. `key` is its place in the file store. */
export interface ReadableFile {
  key: FileKey;
  etag: string;
  mime: string;
  name: string;
  sizeBytes: number;
  /** True where the right to it can end at any time: it is asked for at each reading, also by a browser that has it. */
  isPrivate: boolean;
}

const READABLE = {
  name: 'file-readable',
  text: `select f.id, f.sha256, f.mime, f.name, f.size_bytes, f.preview_bytes, f.purpose = 'message-file' as is_private from files f
    where f.id = $2 and f.state = 'ready' and (
      f.owner_id = $1
      or exists (select 1 from users u where u.id = f.owner_id and u.deactivated_at is null and '/api/files/' || f.id in (u.profile_image, u.cover_image)
        and u.id not in (${HIDDEN_FROM_VIEWER}))
      or exists (select 1 from advertisements d join users u on u.id = d.user_id and u.deactivated_at is null
        where d.image_file_id = f.id and d.state = 'active' and d.user_id not in (${HIDDEN_FROM_VIEWER}))
      or ($3 and exists (select 1 from posts p join users u on u.id = p.user_id and u.deactivated_at is null
        where p.image_file_id = f.id and p.user_id not in (${HIDDEN_FROM_VIEWER})))
      or ($3 and exists (select 1 from messages m where m.file_id = f.id and m.receiver_id = $1
        and (m.sender_id is null or m.sender_id not in (${HIDDEN_FROM_VIEWER}))))
    )`,
};

interface ReadableRow {
  id: string;
  sha256: string;
  mime: string;
  name: string;
  size_bytes: string;
  preview_bytes: number | null;
  is_private: boolean;
}

/**
 * Loads a file that the viewer may see: the own, the pictures of a person's profile and of advertisements that are
 * shown, and for members the image of a readable post and what came with a message to them.
 *
 * @throws AppError NOT_FOUND.
 */
export async function loadReadableFile(
  reader: Reader,
  fileId: string,
  viewer: { id: string; role: Role },
): Promise<ReadableFile> {
  const row = await loadReadableRow(reader, fileId, viewer);
  return {
    key: row.id,
    etag: row.sha256,
    mime: row.mime,
    name: row.name,
    sizeBytes: Number(row.size_bytes),
    isPrivate: row.is_private,
  };
}

/** Loads the small picture of a file that the viewer may see. @throws AppError NOT_FOUND, also for a file without one. */
export async function loadReadablePreview(
  reader: Reader,
  fileId: string,
  viewer: { id: string; role: Role },
): Promise<ReadableFile> {
  const row = await loadReadableRow(reader, fileId, viewer);
  if (row.preview_bytes === null) throw notFound('This file');
  return {
    key: previewKey(row.id),
    etag: `${row.sha256}-preview`,
    mime: 'image/webp',
    name: row.name,
    sizeBytes: row.preview_bytes,
    isPrivate: row.is_private,
  };
}

async function loadReadableRow(
  reader: Reader,
  fileId: string,
  viewer: { id: string; role: Role },
): Promise<ReadableRow> {
  const [row] = await read<ReadableRow>(reader, READABLE, [viewer.id, fileId, viewer.role !== 'creator']);
  if (!row) throw notFound('This file');
  return row;
}
