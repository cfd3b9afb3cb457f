import type { EntityManager } from '@mikro-orm/postgresql';
import { ANNOUNCEMENT_LIMITS } from '#shared/limits.ts';
import type { NotificationRules } from '../../db/notification-draft.ts';
import { NIL_UUID, read } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import { AppError } from '../../http/app-error.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { subscribersAfter } from '../preferences/preferences.view.ts';
import { Announcement } from './announcement.entity.ts';
import type { Operator } from './operator.service.ts';

const BATCH = 500;
const NEXT = {
  name: 'announcement-next',
  text: `select id, sent_to from announcements where done_at is null order by created_at limit 1
    for update skip locked`,
};
const SUBSCRIBERS = {
  name: 'announcement-subscribers',
  text: `select user_id from (${subscribersAfter('$1')} limit ${BATCH}) s`,
};
const ADVANCE = {
  name: 'announcement-advance',
  text: 'update announcements set sent_to = $2, done_at = case when $3::boolean then now() end where id = $1',
};
const RECIPIENTS = {
  name: 'notifications-of-announcement',
  text: `select s.user_id, a.title, a.content from announcements a
    cross join lateral (${subscribersAfter('$2')}) s where a.id = $1 and s.user_id <= $3::uuid`,
};

/**
 * Stores an announcement, which a job sends in batches, and records it in the audit log. Returns its id.
 *
 * @throws AppError VALIDATION for a text that is too long.
 */
export async function createAnnouncement(
  em: EntityManager,
  { title, content }: { title: string; content: string },
  operator: Operator,
): Promise<string> {
  const { titleMaxChars, contentMaxChars } = ANNOUNCEMENT_LIMITS;
  if (title.length > titleMaxChars || content.length > contentMaxChars)
    throw new AppError(
      'VALIDATION',
      `A title has at most ${titleMaxChars} characters, and a text at most ${contentMaxChars}.`,
    );
  return transact(em, async (tx) => {
    const announcement = tx.create(Announcement, { title, content });
    const target = { type: 'announcement', id: announcement.id };
    await recordAudit(tx, { event: 'announcement_created', target, details: { operator: operator.name, title } });
    await tx.flush();
    return announcement.id;
  });
}

/** Sends what is left of the announcements in batches; repeated or parallel runs, on any node, notify a member once. */
export async function sendAnnouncements(em: EntityManager): Promise<void> {
  while (await transact(em, sendBatch));
}

async function sendBatch(tx: EntityManager): Promise<boolean> {
  const [next] = await read<{ id: string; sent_to: string | null }>(tx, NEXT, []);
  if (!next) return false;
  const afterId = next.sent_to ?? NIL_UUID;
  const rows = await read<{ user_id: string }>(tx, SUBSCRIBERS, [afterId]);
  const upToId = rows.at(-1)?.user_id ?? afterId;
  await read(tx, ADVANCE, [next.id, upToId, rows.length < BATCH]);
  if (rows.length > 0) publishDomainEvent(tx, 'announcement-due', { announcementId: next.id, afterId, upToId });
  return true;
}

/** Notifies the members of a batch who still have the switch on. */
export const announcementNotifications: NotificationRules = {
  'announcement-due': async (reader, { announcementId, afterId, upToId }) =>
    (
      await read<{ user_id: string; title: string; content: string }>(reader, RECIPIENTS, [
        announcementId,
        afterId,
        upToId,
      ])
    ).map(({ user_id: userId, title, content }) => ({
      kind: 'notify',
      type: 'announcement',
      params: { title, content },
      userId,
      dedupeKey: `announcement:${announcementId}`,
    })),
};
