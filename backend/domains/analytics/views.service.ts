import { randomBytes } from 'node:crypto';
import type { ViewSource, ViewType } from '#shared/api/analytics.ts';
import type { Pool } from '../../db/pool.ts';
import { read } from '../../db/read.ts';
import { notFound } from '../../http/app-error.ts';
import type { Identity } from '../../http/identity.ts';
import { loadVisibleCourse } from '../courses/course.access.ts';
import { assertVisible } from '../profiles/profile.access.ts';

const SALT_BYTES = 32;
const TODAY = `(now() at time zone 'utc')::date`;
const MAKE_SALT = {
  name: 'view-salt-make',
  text: `insert into view_salts (day, salt) select ${TODAY}, $1::bytea
    where not exists (select 1 from view_salts s where s.day = ${TODAY}) on conflict do nothing returning day`,
};
const FORGET_SALTS = { name: 'view-salt-forget', text: `delete from view_salts where day < ${TODAY}` };
/** The hash contains the subject, so that the views of one viewer on different pages have nothing in common. */
const COUNT_VIEW = {
  name: 'page-view-count',
  text: `insert into page_views (day, metric, owner_id, subject_id, visitor, source)
    select s.day, $1, $2::uuid, $3::uuid,
      substring(sha256(s.salt || uuid_send($4::uuid) || uuid_send($3::uuid)) for 16), $5
    from view_salts s where s.day = ${TODAY} on conflict do nothing`,
};

/**
 * Counts that a user opened the page of an item or a profile: once a day (UTC) for each viewer, and never the owner's
 * own views. Stores a salted hash instead of the viewer, and from where the page was opened first. @throws AppError
 * NOT_FOUND when the page is not visible.
 */
export async function countView(
  pool: Pool,
  viewer: Pick<Identity, 'id' | 'role'>,
  { type, id, source = 'direct' }: { type: ViewType; id: string; source?: ViewSource | undefined },
): Promise<void> {
  const ownerId = type === 'course' ? (await loadVisibleCourse(pool, id, viewer.id)).user_id : id;
  if (type === 'profile') {
    if (viewer.role === 'creator') throw notFound('This member');
    await assertVisible(pool, id, { viewerId: viewer.id });
  }
  if (ownerId === viewer.id) return;
  const made = await read(pool, MAKE_SALT, [randomBytes(SALT_BYTES)]);
  if (made.length > 0) await read(pool, FORGET_SALTS, []);
  await read(pool, COUNT_VIEW, [type === 'course' ? 'item-views' : 'profile-views', ownerId, id, viewer.id, source]);
}
