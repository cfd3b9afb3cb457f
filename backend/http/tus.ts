import { Metadata } from '@tus/server';
import type { NextFunction, Request, Response } from 'express';
import { FILE_LIMITS } from '#shared/limits.ts';
import { AppError } from './app-error.ts';

/** The only version of the tus protocol that the server speaks; a response to each of its requests names it. */
export const TUS_VERSION = '1.0.0';

/** What a client may send besides the core protocol. Checksums of parts and concatenation are not supported. */
const EXTENSIONS = 'creation,termination';

/**
 * Responds to OPTIONS with what the server supports, and rejects requests of another version of tus (1.0.0, Core
 * Protocol). A PATCH always names its version; others are those of our client without it. The method itself must be
 * sent: a rule of a proxy that filters by method must not be circumvented with X-HTTP-Method-Override.
 *
 * @throws AppError TUS_VERSION, VALIDATION.
 */
export function checkTus({ method, headers }: Request, res: Response, next: NextFunction): void {
  if (method === 'OPTIONS') {
    res.setHeaders(
      new Map([
        ['Tus-Resumable', TUS_VERSION],
        ['Tus-Version', TUS_VERSION],
        ['Tus-Extension', EXTENSIONS],
        ['Tus-Max-Size', String(Math.max(...Object.values(FILE_LIMITS.maxBytes)))],
        ['Cache-Control', 'no-store'],
      ]),
    );
    return void res.status(204).end();
  }
  if (headers['x-http-method-override'] !== undefined)
    return next(new AppError('VALIDATION', 'X-HTTP-Method-Override is not supported. Send the method itself.'));
  const version = headers['tus-resumable'];
  if (version === undefined ? method !== 'PATCH' : version === TUS_VERSION) return next();
  res.setHeader('Tus-Version', TUS_VERSION);
  next(new AppError('TUS_VERSION', `This server speaks version ${TUS_VERSION} of tus. Name it in Tus-Resumable.`));
}

/**
 * Converts the headers with which a tus client starts an upload (creation extension) to the JSON that our client sends:
 * Upload-Length as `size`, and the pairs of Upload-Metadata.
 *
 * @throws AppError VALIDATION for pairs that are not well-formed.
 */
export function readTusCreation(req: Request, _res: Response, next: NextFunction): void {
  const length = req.headers['upload-length'];
  if (req.method === 'POST' && typeof length === 'string' && req.body === undefined) {
    try {
      const { filename, filetype: _, ...rest } = Metadata.parse(String(req.headers['upload-metadata'] ?? ''));
      req.body = {
        ...(filename !== undefined && { name: filename ?? '' }),
        ...rest,
        size: /^\d{1,15}$/.test(length) ? Number(length) : length,
      };
    } catch {
      const message = 'The metadata of the upload is not well-formed';
      return next(new AppError('VALIDATION', message, { errors: { file: [message] } }));
    }
  }
  next();
}

interface UploadMetadata {
  name: string;
  purpose: string;
  sha256?: string | null | undefined;
}

/** Returns the stored pairs of an upload as Upload-Metadata. The type of the file is not stored. */
export function tusMetadataOf({ name, purpose, sha256 }: UploadMetadata): string {
  return Metadata.stringify({ filename: name, purpose, ...(sha256 && { sha256 }) });
}
