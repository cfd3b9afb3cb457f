import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Role } from '#shared/api/endpoint.ts';
import type { FileLink } from '#shared/api/files.ts';
import { FILE_LIMITS } from '#shared/limits.ts';
import { query, type Pool } from '../../db/pool.ts';
import { notFound } from '../../http/app-error.ts';

/** Who asks for a link, and by which session. */
interface Asker {
  id: string;
  sessionId: string;
}

/** Makes and checks links that open one file for a short time without a cookie, for players that have none. */
export interface FileLinks {
  make(fileId: string, asker: Asker, now?: Date): FileLink;
  /**
   * Answers whose link it is, as that person is now.
   *
   * @throws AppError NOT_FOUND for one that is made up, of another file, has run out, or whose session has ended.
   */
  open(fileId: string, token: string): Promise<{ id: string; role: Role }>;
}

const HOLDER = {
  name: 'file-link-holder',
  text: `select u.id, u.role from sessions s join users u on u.id = s.user_id and u.deactivated_at is null where s.id = $1 and u.id = $2 and s.expires_at > now()`,
};

/** Makes the links of one server; a token is `expiry.session.user.signature`, and its file is signed with it. */
export function createFileLinks(pool: Pool, sessionSecret: string): FileLinks {
  const key = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'lyceum file link', 32));
  const sign = (fileId: string, claim: string) =>
    createHmac('sha256', key).update(`${fileId}\n${claim}`).digest('base64url');
  return {
    make(fileId, { id, sessionId }, now = new Date()) {
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
      if (!isOurs || Number(expiry) <= Date.now()) throw notFound('This file');
      const [holder] = await query<{ id: string; role: Role }>(pool, HOLDER, [sessionId, userId]);
      if (!holder) throw notFound('This file');
      return holder;
    },
  };
}
