import type { Request, Response } from 'express';
import { fileSchemas } from '#shared/api/files.schema.ts';
import { fileEndpoints } from '#shared/api/files.ts';
import { AppError } from '../../http/app-error.ts';
import { RESPONDED, routesWith } from '../../http/route.ts';
import { TUS_VERSION, tusMetadataOf } from '../../http/tus.ts';
import { loadReadableFile, loadReadablePreview, type FileReads } from './file.access.ts';
import type { FileLinks } from './file-links.ts';
import { fileOwner, insertFile, saveBytes } from './files.service.ts';
import { sendFile } from './file-stream.service.ts';
import { prepareFile } from './intake.ts';
import { alreadyComplete } from './upload-bytes.ts';
import { checkAddress, countImageWork, countReceived, uploaderOf, type Uploader } from './upload-limits.ts';
import type { UploadSession } from './upload-session.entity.ts';
import {
  createSession,
  finishSession,
  followSession,
  loadOffset,
  loadOwnSession,
  removeSession,
  type UploadDeps,
} from './uploads.service.ts';

/** Dependencies of these routes. */
export interface FileDeps {
  uploads: UploadDeps;
  links: FileLinks;
  reads: FileReads;
}

/** Routes of uploads and authorised reads. A read and a request of tus write their own responses. */
export const fileRoutes = routesWith<FileDeps>()(fileEndpoints, fileSchemas, {
  upload: {
    prepare: async ({ deps, identity, query, req }) => {
      if (!req.upload) throw new AppError('VALIDATION', 'Choose a file');
      const { name, bytes } = req.upload;
      const { store, scanner } = deps.uploads;
      const uploader = uploaderOf({ deps, req });
      await checkAddress(uploader);
      await countReceived(uploader, bytes.length);
      const counted = <T>(work: () => Promise<T>) => countImageWork(uploader, work);
      const prepared = await prepareFile({ source: bytes, name, purpose: query.purpose }, { scanner, counted });
      const owner = fileOwner(deps.limits, identity);
      // Before the transaction, which Postgres would end while a slow store receives the bytes.
      const id = await saveBytes(store, prepared);
      return (tx) => insertFile(tx, store, { id, owner, purpose: query.purpose, name, prepared });
    },
  },
  createUploadSession: {
    prepare: async ({ deps, identity, body, req }) => {
      const { sha256, ...known } = body;
      const input = { ...known, ...(sha256 !== undefined && { sha256 }) };
      await checkAddress(uploaderOf({ deps, req }));
      return (tx) => createSession(tx, deps.uploads, { owner: fileOwner(deps.limits, identity), input });
    },
    afterCommit: async ({ res }, { url, expiresAt }) => {
      res
        .setHeader('Location', url)
        .setHeader('Upload-Expires', new Date(expiresAt).toUTCString())
        .setHeader('Tus-Resumable', TUS_VERSION);
    },
  },
  getUploadSession: async ({ em, deps, identity, params, req, res }) => {
    const { uploads } = deps;
    const session = await loadOwnSession(em, params.id, identity.id);
    if (req.method !== 'HEAD') return followSession(em, uploads, { session, uploader: uploaderOf({ deps, req }) });
    const offset = await loadOffset(em, uploads.bytes, session);
    res
      .setHeaders(
        new Map([
          ['Upload-Offset', String(offset)],
          ['Upload-Length', String(session.sizeBytes)],
          ['Upload-Metadata', tusMetadataOf(session)],
          ['Tus-Resumable', TUS_VERSION],
          ['Cache-Control', 'no-store'],
        ]),
      )
      .end();
    return RESPONDED;
  },
  continueUpload: async ({ em, deps, identity, params, req, res }) => {
    const { uploads } = deps;
    const uploader = uploaderOf({ deps, req });
    const session = await loadOwnSession(em, params.id, identity.id);
    if (session.state !== 'receiving') throw alreadyComplete();
    if (req.headers['upload-checksum'] !== undefined)
      throw new AppError(
        'VALIDATION',
        'Checksums of parts are not supported. Send the sha256 of the whole file when you create the upload.',
      );
    // An upload that has to wait keeps what it has; one that the disk has no room for does not.
    await checkAddress(uploader);
    const offset = await receive(uploads, { session, uploader, req, res }).catch((error: unknown) =>
      dropIfFull(error, () => removeSession(em, uploads, session)),
    );
    // The session stores the outcome; a client reads it now or later.
    if (offset === session.sizeBytes) finishSession(uploads, session, uploader).catch(() => undefined);
    return RESPONDED;
  },
  removeUploadSession: {
    // Outside of a transaction, because the lock of an upload is a row of its own.
    prepare: async ({ em, deps, identity, params }) => {
      await removeSession(em, deps.uploads, await loadOwnSession(em, params.id, identity.id));
      return async () => undefined;
    },
  },
  getFileLink: async ({ pool, deps, identity, params }) => {
    await loadReadableFile(pool, { fileId: params.id, viewer: identity, reads: deps.reads });
    return deps.links.make(params.id, identity);
  },
  openFileLink: async ({ pool, deps, params, query, req, res }) => {
    const viewer = await deps.links.open(params.id, query.t);
    const file = await loadReadableFile(pool, { fileId: params.id, viewer, reads: deps.reads });
    await sendFile(deps.uploads.store, file, { req, res });
    return RESPONDED;
  },
  getFile: async ({ pool, deps, identity, params, query, req, res }) => {
    const file = await loadReadableFile(pool, { fileId: params.id, viewer: identity, reads: deps.reads });
    await sendFile(deps.uploads.store, file, { req, res, isDownload: query.download === '1' });
    return RESPONDED;
  },
  getFilePreview: async ({ pool, deps, identity, params, req, res }) => {
    const file = await loadReadablePreview(pool, { fileId: params.id, viewer: identity, reads: deps.reads });
    await sendFile(deps.uploads.store, file, { req, res });
    return RESPONDED;
  },
});

/** Receives bytes of an upload, all of which count for the address, also those before a connection was lost. */
async function receive(
  { bytes }: UploadDeps,
  { session, uploader, req, res }: { session: UploadSession; uploader: Uploader; req: Request; res: Response },
): Promise<number> {
  const before = await bytes.offsetOf(session.id);
  try {
    return await bytes.receive(session.id, req, res);
  } finally {
    const after = await bytes.offsetOf(session.id);
    if (before !== null && after !== null) await countReceived(uploader, after - before);
  }
}

/** Removes an upload when the disk is full, to free its bytes, and throws the error again. */
async function dropIfFull(error: unknown, drop: () => Promise<void>): Promise<never> {
  if (error instanceof AppError && error.code === 'STORAGE_FULL') await drop();
  throw error;
}
