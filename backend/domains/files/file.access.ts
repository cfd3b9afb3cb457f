import type { EntityManager } from '@mikro-orm/postgresql';
import type { FilePurpose } from '#shared/api/files.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { read, type Reader } from '../../db/read.ts';
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

/** What a read of a file needs of its row. */
export interface ReadableFile {
  id: string;
  sha256: string;
  mime: string;
  name: string;
  sizeBytes: number;
}

const READABLE = {
  name: 'file-readable',
  text: `select f.id, f.sha256, f.mime, f.name, f.size_bytes from files f
    where f.id = $2 and f.state = 'ready' and (
      f.owner_id = $1
      or exists (select 1 from users u where u.id = f.owner_id and u.deactivated_at is null and '/api/files/' || f.id in (u.profile_image, u.cover_image)
        and u.id not in (${HIDDEN_FROM_VIEWER}))
      or ($3 and exists (select 1 from posts p join users u on u.id = p.user_id and u.deactivated_at is null
        where p.image_file_id = f.id and p.user_id not in (${HIDDEN_FROM_VIEWER})))
      or ($3 and exists (select 1 from messages m where m.file_id = f.id and m.receiver_id = $1
        and (m.sender_id is null or m.sender_id not in (${HIDDEN_FROM_VIEWER}))))
    )`,
};

/**
 * Loads a file that the viewer may see: the own, the pictures of a person's profile, and for members the image of a readable post and what came
 * with a message to them.
 * @throws AppError NOT_FOUND.
 */
export async function loadReadableFile(reader: Reader, fileId: string, viewer: { id: string; role: Role }): Promise<ReadableFile> {
  const rows = await read<{ id: string; sha256: string; mime: string; name: string; size_bytes: string }>(reader, READABLE, [
    viewer.id,
    fileId,
    viewer.role !== 'creator',
  ]);
  const [row] = rows;
  if (!row) throw notFound('This file');
  return { id: row.id, sha256: row.sha256, mime: row.mime, name: row.name, sizeBytes: Number(row.size_bytes) };
}
