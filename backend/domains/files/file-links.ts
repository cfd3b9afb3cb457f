import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Role } from '#shared/api/endpoint.ts';
import type { FileLink } from '#shared/api/files.ts';
import { FILE_LIMITS } from '#shared/limits.ts';
import { databaseNow, databaseNowMs } from '../../db/clock.ts';
import { notFound } from '../../http/app-error.ts';
import type { Identity } from '../../http/identity.ts';

/** Creates and verifies links that open one file for a short time without a cookie, for external players. */
export interface FileLinks {
  make(fileId: string, requester: Pick<Identity, 'id' | 'sessionId'>, now?: Date): FileLink;
  /** Returns the user of a link. @throws AppError NOT_FOUND for an invalid or expired link, or an ended session. */
  open(fileId: string, token: string): Promise<{ id: string; role: Role }>;
}

/** Loads the user of an active session; undefined when it has ended or is another user's. */
type LoadHolder = (sessionId: string, userId: string) => Promise<{ id: string; role: Role } | undefined>;

/** Creates the links of one server; a token is `expiry.session.user.signature`, and the signature covers the file. */
export function createFileLinks(sessionSecret: string, loadHolder: LoadHolder): FileLinks {
  const key = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'lyceum file link', 32));
  const sign = (fileId: string, claim: string) =>
    createHmac('sha256', key).update(`${fileId}\n${claim}`).digest('base64url');
  return {
    make(fileId, { id, sessionId }, now = databaseNow()) {
      const expiresAt = new Date(now.getTime() + FILE_LIMITS.linkMs);
      const claim = `${expiresAt.getTime()}.${sessionId}.${id}`;
      return { url: `/api/files/${fileId}/open?t=${claim}.${sign(fileId, claim)}`, expiresAt: expiresAt.toISOString() };
    },
    async open(fileId, token) {
      const at = token.lastIndexOf('.');
      const claim = token.slice(0, Math.max(at, 0));
      const [given, wanted] = [Buffer.from(token.slice(at + 1)), Buffer.from(sign(fileId, claim))];
      const isOurs = given.length === wanted.length && timingSafeEqual(given, wanted);
      const [expiry = '', sessionId = '', userId = ''] = claim.split('.');
      if (!isOurs || Number(expiry) <= databaseNowMs()) throw notFound('This file');
      const holder = await loadHolder(sessionId, userId);
      if (!holder) throw notFound('This file');
      return holder;
    },
  };
}
