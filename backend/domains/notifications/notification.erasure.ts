import type { EntityManager } from '@mikro-orm/postgresql';
import { repeat } from '../../db/read.ts';

const NOTIFICATIONS = {
  name: 'deletion-notifications',
  text: `with gone as (delete from notifications where id in (select id from notifications where user_id = $1
      limit 1000) returning 1) select count(*)::int as taken from gone`,
};

/** Deletes a user's notifications. */
export async function eraseNotifications(tx: EntityManager, userId: string): Promise<void> {
  await repeat(tx, NOTIFICATIONS, userId);
}
