import type { UploadView } from '#shared/api/files.ts';
import type { StoredFile } from './file.entity.ts';

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
