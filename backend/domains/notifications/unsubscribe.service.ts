import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { editPreferences } from '../preferences/preferences.service.ts';
import { User } from '../users/user.entity.ts';

/** Creates and reads the addresses by which a member stops emails without signing in (RFC 8058). */
export interface UnsubscribeLinks {
  make(userId: string): string;
  /** Returns the user of a token; null for one that this server has not signed. */
  read(token: string): string | null;
}

/** Path of the page; the token is the last part of the address. */
export const UNSUBSCRIBE_PATH = '/unsubscribe';

/** Creates the addresses of one server. They are valid as long as its secret: an email is read at any time. */
export function createUnsubscribeLinks(sessionSecret: string, publicUrl: string): UnsubscribeLinks {
  const key = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'lyceum email unsubscribe', 32));
  const sign = (userId: string) => createHmac('sha256', key).update(userId).digest('base64url');
  return {
    make: (userId) => `${publicUrl}${UNSUBSCRIBE_PATH}/${userId}.${sign(userId)}`,
    read(token) {
      const [userId = '', signature = '', ...others] = token.split('.');
      const [given, wanted] = [Buffer.from(signature), Buffer.from(sign(userId))];
      const isOurs = given.length === wanted.length && timingSafeEqual(given, wanted);
      return isOurs && others.length === 0 ? userId : null;
    },
  };
}

/** Switches off the emails about notifications of one user; a deleted account is no error. */
export async function unsubscribeFromEmail(em: EntityManager, userId: string): Promise<void> {
  if ((await em.count(User, { id: userId })) > 0) await editPreferences(em, userId, { emailNotifications: false });
}
