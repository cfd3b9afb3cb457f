import type { Request } from 'express';
import { AppError } from './app-error.ts';

/**
 * Returns the version of the text that an edit is based on: the entity tag of If-Match without its quotes, `*` for any
 * version (RFC 9110, section 13.1.1); undefined without one.
 */
export function editedVersion(req: Request): string | undefined {
  return req.headers['if-match']?.replace(/^"(.*)"$/, '$1');
}

/** Returns the version of a text whose edits set `editedAt`. */
export function versionOf({ createdAt, editedAt }: { createdAt: Date; editedAt?: Date | null | undefined }): string {
  return (editedAt ?? createdAt).toISOString();
}

/**
 * Refuses an edit that would overwrite a newer version. The caller has locked the record. @throws AppError STALE unless
 * the edit is based on the current version, or on any.
 */
export function refuseStale(edited: string | undefined, current: string | number): void {
  if (edited === '*' || edited === String(current)) return;
  throw new AppError('STALE', 'This was changed somewhere else in the meantime');
}
