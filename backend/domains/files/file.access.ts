import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { FilePurpose } from '#shared/api/files.ts';
import type { Statement } from '../../db/pool.ts';
import { read, type Reader } from '../../db/read.ts';
import { previewKey, type FileKey } from '../../gateways/file-store.ts';
import { notFound } from '../../http/app-error.ts';
import { cleanFileName } from './file-name.ts';
import { StoredFile } from './file.entity.ts';

/**
 * Loads a ready file that `ownerId` uploaded for this purpose, in the running transaction, whose end unlocks it: until
 * then it is not deleted as unused. @throws AppError NOT_FOUND for any other.
 */
export async function loadOwnFile(
  em: EntityManager,
  fileId: string,
  { ownerId, purpose }: { ownerId: string; purpose: FilePurpose },
): Promise<StoredFile> {
  const ready = { id: fileId, ownerId, purpose, state: 'ready' } as const;
  const file = await em.findOne(StoredFile, ready, { lockMode: LockMode.PESSIMISTIC_READ });
  if (!file) throw notFound('This file');
  return file;
}

/** The data needed to send a file or its preview. `key` identifies the bytes in the file store. */
export interface ReadableFile {
  key: FileKey;
  etag: string;
  mime: string;
  name: string;
  sizeBytes: number;
  /** True when access can be revoked at any time: browsers must revalidate it at each read. */
  isPrivate: boolean;
  /** True for an image that this server has encoded, which may be opened in the browser. */
  isEncoded: boolean;
}

/** How the records of one noun use files. `file` is the SQL alias of the file's row (id, owner_id). */
export interface FileUse {
  purposes: readonly FilePurpose[];
  /** Tests whether a record uses the file; unused files are deleted. */
  isUsed: (file: string) => string;
  /** Tests whether such a record lets the viewer ($1) read the file; omitted when it never does. */
  isVisible?: (file: string) => string;
}

/** The statement that loads a file when the viewer may read it. */
export type FileReads = Statement;

/** Builds the statement from all uses of files: $1 is the viewer, $2 the file. */
export const createFileReads = (uses: readonly FileUse[]): FileReads => {
  const rights = uses.flatMap(({ isVisible }) => (isVisible ? `or ${isVisible('f')}` : []));
  return {
    name: 'file-readable',
    text: `select f.id, f.sha256, f.mime, f.name, f.size_bytes, f.preview_bytes, f.width,
        f.purpose in ('message-photo', 'message-file') as is_private
      from files f where f.id = $2 and f.state = 'ready' and (f.owner_id = $1 ${rights.join(' ')})`,
  };
};

/** A file, the user who reads it, and the statement that checks access. */
interface FileRead {
  fileId: string;
  viewer: { id: string };
  reads: FileReads;
}

/** A row of `files`, as far as it is needed to send the file or its preview. */
export interface FileRow {
  id: string;
  sha256: string;
  mime: string;
  name: string;
  size_bytes: string;
  preview_bytes: number | null;
  width: number | null;
}

type ReadableRow = FileRow & { is_private: boolean };

/** Makes what is needed to send a file as it is stored. */
export function toReadableFile(row: FileRow, isPrivate: boolean): ReadableFile {
  return {
    key: row.id,
    etag: row.sha256,
    mime: row.mime,
    name: row.name,
    sizeBytes: Number(row.size_bytes),
    isPrivate,
    isEncoded: row.width !== null,
  };
}

/** Makes what is needed to send the preview of a file, named after the file with its own extension; null without. */
export function toReadablePreview(row: FileRow, isPrivate: boolean): ReadableFile | null {
  if (row.preview_bytes === null) return null;
  return {
    key: previewKey(row.id),
    etag: `${row.sha256}-preview`,
    mime: 'image/webp',
    name: cleanFileName(row.name, 'webp'),
    sizeBytes: row.preview_bytes,
    isPrivate,
    isEncoded: true,
  };
}

/**
 * Loads a file that the viewer may read: their own, images of profiles, of shown advertisements and of readable posts,
 * and files of messages to them.
 *
 * @throws AppError NOT_FOUND.
 */
export async function loadReadableFile(reader: Reader, request: FileRead): Promise<ReadableFile> {
  const row = await loadReadableRow(reader, request);
  return toReadableFile(row, row.is_private);
}

/** Loads the preview of a file that the viewer may read. @throws AppError NOT_FOUND, also without a preview. */
export async function loadReadablePreview(reader: Reader, request: FileRead): Promise<ReadableFile> {
  const row = await loadReadableRow(reader, request);
  const preview = toReadablePreview(row, row.is_private);
  if (!preview) throw notFound('This file');
  return preview;
}

async function loadReadableRow(reader: Reader, { fileId, viewer, reads }: FileRead): Promise<ReadableRow> {
  const [row] = await read<ReadableRow>(reader, reads, [viewer.id, fileId]);
  if (!row) throw notFound('This file');
  return row;
}
