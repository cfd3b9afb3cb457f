import type * as z from 'zod/mini';
import { endpoint, endpoints } from './endpoint.ts';
import type { fileSchemas } from './files.schema.ts';

/** Purpose of an upload; each has its own file types and size limit (`FILE_LIMITS.maxBytes`). */
export const FILE_PURPOSES = [
  'post-image',
  'profile-image',
  'cover-image',
  'advertisement-image',
  'message-photo',
  'message-file',
  'course-image',
  'course-file',
] as const;
/** One of {@link FILE_PURPOSES}. */
export type FilePurpose = (typeof FILE_PURPOSES)[number];

/** Purposes of which the bytes and the name of a file are stored unchanged; any other stores a WebP of an image. */
export const KEPT_PURPOSES: readonly FilePurpose[] = ['message-file', 'course-file'];

/** Extensions of image files, which are accepted for every purpose. */
export const IMAGE_ENDINGS = ['jpg', 'jpeg', 'png', 'webp', 'gif', 'avif'] as const;

/**
 * Extensions of the files that can be attached to a message besides {@link IMAGE_ENDINGS}.
 */
export const ATTACHMENT_ENDINGS = [
  'pdf',
  'docx',
  'xlsx',
  'pptx',
  'odt',
  'ods',
  'odp',
  'doc',
  'xls',
  'ppt',
  'rtf',
  'epub',
  'txt',
  'md',
  'csv',
  'tsv',
  'json',
  'tex',
  'bib',
  'srt',
  'vtt',
  'mp3',
  'm4a',
  'ogg',
  'oga',
  'opus',
  'wav',
  'flac',
  'mp4',
  'm4v',
  'webm',
  'mov',
  'zip',
  '7z',
  'gz',
  'tar',
  'heic',
  'heif',
] as const;

/**
 * A stored file. `size` is in bytes, `width` and `height` in pixels of an image that the server has encoded, null for a
 * file with its own bytes. `previewUrl` is the WebP that pages show of an image with its own bytes, or a small one of a
 * photo in a message; null without one.
 */
export interface UploadView {
  fileId: string;
  url: string;
  previewUrl: string | null;
  name: string;
  type: string;
  size: number;
  sha256: string;
  width: number | null;
  height: number | null;
}

/** Body of POST /api/uploads/sessions: `size` in bytes, `sha256` of the whole file. */
export type UploadSessionInput = z.infer<typeof fileSchemas.createUploadSession.body>;

/** State of a resumable upload: bytes are being received, they are being checked, or the file is stored. */
type UploadState = 'receiving' | 'processing' | 'ready';

/**
 * A resumable upload. `url` receives the bytes (tus), at most `chunkBytes` per request; `offset` and `size` are in
 * bytes. `file` is null until `state` is ready.
 */
export interface UploadSessionView {
  id: string;
  url: string;
  state: UploadState;
  offset: number;
  size: number;
  chunkBytes: number;
  expiresAt: string;
  file: UploadView | null;
}

/** A link that opens one file without a cookie until `expiresAt`, for players that send none. */
export interface FileLink {
  url: string;
  expiresAt: string;
}

/**
 * Uploads and authorised reads of files. A small file is sent in one multipart request (field `file`); any other in a
 * session of tus 1.0, which sends bytes with PATCH and reads the offset with HEAD.
 */
export const fileEndpoints = endpoints<typeof fileSchemas>()({
  upload: endpoint<UploadView>()({
    method: 'POST',
    path: '/api/uploads',
    who: 'signedIn',
    isUpload: true,
    errors: ['TOO_LARGE', 'BAD_TYPE', 'INFECTED', 'STORAGE_FULL'],
    status: 201,
    limit: 'uploads',
  }),
  createUploadSession: endpoint<UploadSessionView>()({
    method: 'POST',
    path: '/api/uploads/sessions',
    who: 'signedIn',
    errors: ['TOO_LARGE', 'BAD_TYPE', 'STORAGE_FULL'],
    status: 201,
    limit: 'uploads',
  }),
  getUploadSession: endpoint<UploadSessionView>()({
    method: 'GET',
    path: '/api/uploads/sessions/:id',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'TOO_LARGE', 'BAD_TYPE', 'INFECTED', 'STORAGE_FULL'],
  }),
  continueUpload: endpoint<void>()({
    method: 'PATCH',
    path: '/api/uploads/sessions/:id',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'WRONG_STATE', 'TOO_LARGE', 'STORAGE_FULL'],
    isRepeatable: true,
  }),
  removeUploadSession: endpoint<void>()({
    method: 'DELETE',
    path: '/api/uploads/sessions/:id',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  getFile: endpoint<Blob>()({
    method: 'GET',
    path: '/api/files/:id',
    who: 'signedIn',
    isNavigable: true,
    errors: ['NOT_FOUND'],
  }),
  getFilePreview: endpoint<Blob>()({
    method: 'GET',
    path: '/api/files/:id/preview',
    who: 'signedIn',
    isNavigable: true,
    errors: ['NOT_FOUND'],
  }),
  getFileLink: endpoint<FileLink>()({
    method: 'GET',
    path: '/api/files/:id/link',
    who: 'signedIn',
    hasSecret: true,
    errors: ['NOT_FOUND'],
  }),
  openFileLink: endpoint<Blob>()({
    method: 'GET',
    path: '/api/files/:id/open',
    who: 'public',
    isNavigable: true,
    errors: ['NOT_FOUND'],
  }),
});
