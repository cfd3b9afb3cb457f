import { uploadQuerySchema } from '#shared/api/files.schema.ts';
import { fileEndpoints } from '#shared/api/files.ts';
import { idParamsSchema } from '#shared/api/page.schema.ts';
import type { FileStore } from '../../gateways/file-store.ts';
import { AppError } from '../../http/app-error.ts';
import { route, type Route } from '../../http/route.ts';
import { loadReadableFile } from './file.access.ts';
import { createFile } from './files.service.ts';
import { sendFile } from './files.stream.ts';
import { encodeImage, type EncodedImage } from './image.ts';

/** Routes of uploads and authorised reads over one store. A read writes its own response. */
export function fileRoutes(store: FileStore): Route[] {
  return [
    {
      ...route(fileEndpoints.upload, { query: uploadQuerySchema }, ({ em, identity, query, req, prepared }) =>
        createFile(em, store, { owner: identity, purpose: query.purpose, name: req.upload?.name ?? '', image: prepared as EncodedImage }),
      ),
      prepare: ({ req }) => {
        if (!req.upload) throw new AppError('VALIDATION', 'Choose a file');
        return encodeImage(req.upload.bytes);
      },
    },
    route(fileEndpoints.getFile, { params: idParamsSchema }, async ({ pool, identity, params, req, res }) => {
      await sendFile(store, await loadReadableFile(pool, params.id, identity), { req, res });
      return undefined as never;
    }),
  ];
}
