import { fileLinkSchema, fileQuerySchema, uploadQuerySchema, uploadSessionSchema } from '#shared/api/files.schema.ts';
import { fileEndpoints, type UploadSessionView } from '#shared/api/files.ts';
import { idParamsSchema } from '#shared/api/page.schema.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { route, type Route } from '../../http/route.ts';
import { loadReadableFile, loadReadablePreview } from './file.access.ts';
import type { FileLinks } from './file-links.ts';
import { createFile } from './files.service.ts';
import { sendFile } from './files.stream.ts';
import { prepareFile, type PreparedFile } from './intake.ts';
import { isWhole } from './upload-bytes.ts';
import {
  createSession,
  finishSession,
  followSession,
  loadOwnSession,
  removeSession,
  type UploadDeps,
} from './uploads.service.ts';

/** Routes of uploads and authorised reads. A read, and a request of tus, writes its own response. */
export function fileRoutes(deps: UploadDeps, limits: RateLimits, links: FileLinks): Route[] {
  const { store, scanner } = deps;
  return [
    {
      ...route(fileEndpoints.upload, { query: uploadQuerySchema }, ({ em, identity, query, req, prepared }) =>
        createFile(em, store, {
          owner: identity,
          purpose: query.purpose,
          name: req.upload?.name ?? '',
          prepared: prepared as PreparedFile,
        }),
      ),
      prepare: ({ req, query }) => {
        if (!req.upload) throw new AppError('VALIDATION', 'Choose a file');
        return prepareFile(
          { source: req.upload.bytes, name: req.upload.name, purpose: uploadQuerySchema.parse(query).purpose },
          scanner,
        );
      },
    },
    ...sessionRoutes(deps, limits),
    route(fileEndpoints.getFileLink, { params: idParamsSchema }, async ({ pool, identity, params }) => {
      await loadReadableFile(pool, params.id, identity);
      return links.make(params.id, identity);
    }),
    route(
      fileEndpoints.openFileLink,
      { params: idParamsSchema, query: fileLinkSchema },
      async ({ pool, params, query, req, res }) => {
        await sendFile(store, await loadReadableFile(pool, params.id, await links.open(params.id, query.t)), {
          req,
          res,
        });
        return undefined as never;
      },
    ),
    route(
      fileEndpoints.getFile,
      { params: idParamsSchema, query: fileQuerySchema },
      async ({ pool, identity, params, query, req, res }) => {
        await sendFile(store, await loadReadableFile(pool, params.id, identity), {
          req,
          res,
          isDownload: query.download === '1',
        });
        return undefined as never;
      },
    ),
    route(fileEndpoints.getFilePreview, { params: idParamsSchema }, async ({ pool, identity, params, req, res }) => {
      await sendFile(store, await loadReadablePreview(pool, params.id, identity), { req, res });
      return undefined as never;
    }),
  ];
}

/** An upload that found no room gives back what it took, since nobody knows when there is room again. */
async function dropIfFull(error: unknown, drop: () => Promise<void>): Promise<never> {
  if (error instanceof AppError && error.code === 'STORAGE_FULL') await drop();
  throw error;
}

function sessionRoutes(deps: UploadDeps, limits: RateLimits): Route[] {
  return [
    {
      ...route(fileEndpoints.createUploadSession, { body: uploadSessionSchema }, async ({ em, identity, body }) => {
        await limits.consume('uploads', identity.id);
        const { sha256, ...known } = body;
        return createSession(em, deps, { identity, input: { ...known, ...(sha256 !== undefined && { sha256 }) } });
      }),
      afterCommit: async ({ res }, answer) => {
        const { url, expiresAt } = answer as UploadSessionView;
        res
          .setHeader('Location', url)
          .setHeader('Upload-Expires', new Date(expiresAt).toUTCString())
          .setHeader('Tus-Resumable', '1.0.0');
      },
    },
    route(fileEndpoints.getUploadSession, { params: idParamsSchema }, async ({ em, identity, params, req, res }) => {
      const session = await loadOwnSession(em, params.id, identity.id);
      if (req.method !== 'HEAD') return followSession(em, deps, session);
      const offset = session.state === 'receiving' ? await deps.bytes.offsetOf(session.id) : session.sizeBytes;
      if (offset === null) throw notFound('This upload');
      res
        .setHeaders(
          new Map([
            ['Upload-Offset', String(offset)],
            ['Upload-Length', String(session.sizeBytes)],
            ['Tus-Resumable', '1.0.0'],
            ['Cache-Control', 'no-store'],
          ]),
        )
        .end();
      return undefined as never;
    }),
    route(fileEndpoints.continueUpload, { params: idParamsSchema }, async ({ em, identity, params, req, res }) => {
      const session = await loadOwnSession(em, params.id, identity.id);
      if (session.state !== 'receiving') throw isWhole();
      if (req.headers['upload-checksum'] !== undefined)
        throw new AppError(
          'VALIDATION',
          'Checksums of parts are not understood. Send the sha256 of the whole when the upload begins.',
        );
      const offset = await deps.bytes
        .receive(req, res)
        .catch((error: unknown) => dropIfFull(error, () => removeSession(em, deps, session)));
      // What becomes of it is told to whoever asks, here or later.
      if (offset === session.sizeBytes) finishSession(deps, session).catch(() => undefined);
      return undefined;
    }),
    route(fileEndpoints.removeUploadSession, { params: idParamsSchema }, async ({ em, identity, params }) => {
      await removeSession(em, deps, await loadOwnSession(em, params.id, identity.id));
      return undefined;
    }),
  ];
}
