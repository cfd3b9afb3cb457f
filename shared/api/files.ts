import { endpoint } from './endpoint.ts';

/** What an upload is for; each purpose has its own types and sizes. */
export const FILE_PURPOSES = ['post-image', 'profile-image', 'cover-image'] as const;
/** One of {@link FILE_PURPOSES}. */
export type FilePurpose = (typeof FILE_PURPOSES)[number];

/** The answer to an upload. `size` is in bytes, `width` and `height` in pixels of the re-encoded image. */
export interface UploadView {
  fileId: string;
  url: string;
  name: string;
  type: string;
  size: number;
  sha256: string;
  width: number | null;
  height: number | null;
}

/** Uploads and authorised reads of files. The upload's multipart field is named `file`. */
export const fileEndpoints = {
  upload: endpoint<{ query: { purpose: FilePurpose } }, UploadView>({
    method: 'POST', path: '/api/uploads', who: 'signedIn', isUpload: true,
    errors: ['TOO_LARGE', 'BAD_TYPE', 'STORAGE_FULL', 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS'],
  }),
  getFile: endpoint<{ params: { id: string } }, Blob>({
    method: 'GET', path: '/api/files/:id', who: 'signedIn', errors: ['NOT_FOUND'],
  }),
} as const;
