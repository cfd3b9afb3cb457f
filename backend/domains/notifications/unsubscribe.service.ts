import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { EmailList, Subscription } from '../../gateways/email.ts';
import { editPreferences } from '../preferences/preferences.service.ts';
import { User } from '../users/user.entity.ts';

/** Creates and reads the addresses by which a member stops emails without signing in (RFC 8058). */
export interface UnsubscribeLinks {
  make(subscription: Subscription): string;
  /** Returns what a token stops; null for one that this server has not signed. */
  read(token: string): Subscription | null;
}

/** Path of the page; the token is the last part of the address. */
export const UNSUBSCRIBE_PATH = '/unsubscribe';

/** Creates the addresses of one server. They are valid as long as its secret: an email is read at any time. */
export function createUnsubscribeLinks(sessionSecret: string, publicUrl: string): UnsubscribeLinks {
  const key = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'lyceum email unsubscribe', 32));
  const sign = (payload: string) => createHmac('sha256', key).update(payload).digest('base64url');
  return {
    make({ userId, list }) {
      const payload = payloadOf(userId, list);
      return `${publicUrl}${UNSUBSCRIBE_PATH}/${payload}.${sign(payload)}`;
    },
    read(token) {
      const end = token.lastIndexOf('.');
      const payload = token.slice(0, Math.max(end, 0));
      const [given, wanted] = [Buffer.from(token.slice(end + 1)), Buffer.from(sign(payload))];
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
      const [userId = ''] = payload.split('.');
      return { userId, list: payload === payloadOf(userId, 'news') ? 'news' : 'notifications' };
    },
  };
}

/** What a token signs. Emails of earlier versions name a user alone, and stop every email about notifications. */
function payloadOf(userId: string, list: EmailList): string {
  return list === 'news' ? `${userId}.${list}` : userId;
}

/** Switches off the emails of a list for one user; a deleted account is no error. */
export async function unsubscribeFromEmail(em: EntityManager, { userId, list }: Subscription): Promise<void> {
  if ((await em.count(User, { id: userId })) === 0) return;
  await editPreferences(
    em,
    userId,
    list === 'news' ? { marketingNotifications: false } : { emailNotifications: false },
  );
}
