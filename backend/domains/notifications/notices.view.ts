import type { NotificationType } from '#shared/api/notifications.ts';
import { NOTIFICATION_LIMITS } from '#shared/limits.ts';
import { isoOf, read, type Reader, type Timestamp } from '../../db/read.ts';
import type { FactMap } from '../../facts.ts';
import { EVENT_NOTICES, type EventFact } from './event-notices.view.ts';

/** What a fact says to one member, before anyone decides whether it is told. */
export interface Notice {
  userId: string;
  actorId: string | null;
  type: NotificationType;
  title: string;
  content: string;
  excerpt?: string | null;
  /** Where it leads, when its source does not say so. */
  path?: string;
  sourceType: string | null;
  sourceId: string | null;
  /** Those of one group stand together; null for one that stands alone. */
  groupKey: string | null;
  /** What happened, once. */
  dedupeKey: string;
}

/** Facts that members are told of. */
export type ToldFact =
  | EventFact
  | Extract<
      keyof FactMap,
      | 'connection-created'
      | 'connection-updated'
      | 'comment-created'
      | 'post-liked'
      | 'post-shared'
      | 'verification-created'
      | 'verification-updated'
      | 'account-security'
      | 'advertisement-reviewed'
    >;

const CONNECTION = {
  name: 'notice-connection',
  text: `select c.status, c.note, c.user_id, c.connected_user_id, a.full_name as asker, b.full_name as asked
    from connections c join users a on a.id = c.user_id join users b on b.id = c.connected_user_id where c.id = $1`,
};
const COMMENT = {
  name: 'notice-comment',
  text: `select p.user_id, u.full_name, left(c.content, ${NOTIFICATION_LIMITS.excerptMaxChars}) as excerpt
    from comments c join posts p on p.id = c.post_id join users u on u.id = c.user_id where c.id = $1`,
};
const LIKE = {
  name: 'notice-like',
  text: `select p.user_id, u.full_name from post_likes l join posts p on p.id = l.post_id join users u on u.id = l.user_id
    where l.post_id = $1 and l.user_id = $2`,
};
const SHARE = {
  name: 'notice-share',
  text: `select p.user_id, u.full_name, left(s.content, ${NOTIFICATION_LIMITS.excerptMaxChars}) as excerpt
    from posts s join posts p on p.id = s.shared_post_id join users u on u.id = s.user_id where s.id = $1`,
};
const ADVERTISEMENT = {
  name: 'notice-advertisement',
  text: 'select user_id, title, state, rejection_reason from advertisements where id = $1',
};
const VERIFICATION = {
  name: 'notice-verification',
  text: `select v.status, v.decided_at, v.line ->> 'place' as place, v.line ->> 'what' as what, u.full_name as asker, i.full_name as institution
    from verifications v join users u on u.id = v.user_id join users i on i.id = v.institution_id where v.id = $1`,
};

interface Deed {
  user_id: string;
  full_name: string;
  excerpt?: string;
}

async function one<Row extends object>(
  reader: Reader,
  statement: { name: string; text: string },
  values: unknown[],
): Promise<Row | undefined> {
  return (await read<Row>(reader, statement, values))[0];
}

/** What each fact says to whom, read afresh, so that a fact which no longer holds says nothing. Texts: decision 31. */
export const NOTICES: {
  [Fact in ToldFact]: (reader: Reader, payload: FactMap[Fact]) => Promise<Notice | Notice[] | null>;
} = {
  ...EVENT_NOTICES,
  'connection-created': (reader, { connectionId }) => requestNotice(reader, connectionId),
  'connection-updated': (reader, { connectionId }) => answerNotice(reader, connectionId),

  'comment-created': async (reader, { commentId, postId, userId }) => {
    const row = await one<Deed>(reader, COMMENT, [commentId]);
    return row
      ? postNotice(
          { row, postId, actorId: userId },
          {
            type: 'post-commented',
            title: 'New comment',
            deed: 'commented on your post',
            dedupeKey: `comment:${commentId}`,
          },
        )
      : null;
  },
  'post-liked': async (reader, { postId, userId }) => {
    const row = await one<Deed>(reader, LIKE, [postId, userId]);
    return row
      ? postNotice(
          { row, postId, actorId: userId },
          { type: 'post-liked', title: 'New like', deed: 'liked your post', dedupeKey: `like:${postId}:${userId}` },
        )
      : null;
  },
  'post-shared': async (reader, { shareId, postId, userId }) => {
    const row = await one<Deed>(reader, SHARE, [shareId]);
    return row
      ? postNotice(
          { row, postId, actorId: userId },
          { type: 'post-shared', title: 'New share', deed: 'shared your post', dedupeKey: `share:${shareId}` },
        )
      : null;
  },

  'verification-created': async (reader, { verificationId, userId, institutionId }) => {
    const row = await one<{ status: string; asker: string; place: string; what: string }>(reader, VERIFICATION, [
      verificationId,
    ]);
    if (row?.status !== 'pending') return null;
    return {
      userId: institutionId,
      actorId: userId,
      type: 'verification-requested',
      title: 'Asked to confirm',
      content: `${row.asker} asks to be confirmed`,
      excerpt: lineOf(row),
      path: '/profile',
      sourceType: 'verification',
      sourceId: verificationId,
      groupKey: 'verification-requested',
      dedupeKey: `verification:${verificationId}`,
    };
  },
  'verification-updated': async (reader, { verificationId, userId, institutionId }) => {
    const row = await one<{
      status: string;
      decided_at: Timestamp | null;
      institution: string;
      place: string;
      what: string;
    }>(reader, VERIFICATION, [verificationId]);
    const answer = row && VERIFICATION_ANSWERS[row.status];
    if (!row?.decided_at || !answer) return null;
    return {
      userId,
      actorId: institutionId,
      type: 'verification-answered',
      title: answer.title,
      content: `${row.institution} ${answer.deed}`,
      excerpt: lineOf(row),
      path: '/profile',
      sourceType: 'verification',
      sourceId: verificationId,
      groupKey: null,
      dedupeKey: `verification:${verificationId}:${row.status}:${isoOf(row.decided_at)}`,
    };
  },

  'advertisement-reviewed': async (reader, { advertisementId, at }) => {
    const row = await one<{ user_id: string; title: string; state: string; rejection_reason: string | null }>(
      reader,
      ADVERTISEMENT,
      [advertisementId],
    );
    if (row?.state !== 'active' && row?.state !== 'rejected') return null;
    return {
      userId: row.user_id,
      actorId: null,
      type: 'advertisement-reviewed',
      title: row.state === 'active' ? 'Advertisement approved' : 'Advertisement refused',
      content: row.title,
      excerpt: row.rejection_reason?.slice(0, NOTIFICATION_LIMITS.excerptMaxChars) ?? null,
      path: '/library',
      sourceType: 'advertisement',
      sourceId: advertisementId,
      groupKey: null,
      dedupeKey: `advertisement:${advertisementId}:${at}`,
    };
  },

  'account-security': async (_reader, { eventId, userId, what }) => ({
    userId,
    actorId: null,
    type: 'security',
    ...SECURITY[what],
    path: '/settings',
    sourceType: null,
    sourceId: null,
    groupKey: null,
    dedupeKey: `security:${eventId}`,
  }),
};

interface ConnectionNoticeRow {
  status: string;
  note: string | null;
  user_id: string;
  connected_user_id: string;
  asker: string;
  asked: string;
}

async function requestNotice(reader: Reader, connectionId: string): Promise<Notice | null> {
  const row = await one<ConnectionNoticeRow>(reader, CONNECTION, [connectionId]);
  if (row?.status !== 'pending') return null;
  return {
    userId: row.connected_user_id,
    actorId: row.user_id,
    type: 'connection-request',
    title: 'Connection request',
    content: `${row.asker} wants to connect`,
    excerpt: row.note?.slice(0, NOTIFICATION_LIMITS.excerptMaxChars) ?? null,
    sourceType: 'connection',
    sourceId: connectionId,
    groupKey: null,
    dedupeKey: `connection-request:${connectionId}`,
  };
}

async function answerNotice(reader: Reader, connectionId: string): Promise<Notice | null> {
  const row = await one<ConnectionNoticeRow>(reader, CONNECTION, [connectionId]);
  if (!row || row.status === 'pending') return null;
  const about = {
    userId: row.user_id,
    actorId: row.connected_user_id,
    sourceType: 'user',
    sourceId: row.connected_user_id,
    groupKey: null,
  };
  return row.status === 'accepted'
    ? {
        ...about,
        type: 'connection-accepted',
        title: 'Connection accepted',
        content: row.asked,
        dedupeKey: `connection-accepted:${connectionId}`,
      }
    : {
        ...about,
        type: 'connection-rejected',
        title: 'Connection Rejected',
        content: 'Your connection request was declined',
        dedupeKey: `connection-rejected:${connectionId}`,
      };
}

function postNotice(
  { row, postId, actorId }: { row: Deed; postId: string; actorId: string },
  { type, title, deed, dedupeKey }: { type: NotificationType; title: string; deed: string; dedupeKey: string },
): Notice {
  return {
    userId: row.user_id,
    actorId,
    type,
    title,
    content: `${row.full_name} ${deed}`,
    excerpt: row.excerpt || null,
    sourceType: 'post',
    sourceId: postId,
    groupKey: `${type}:${postId}`,
    dedupeKey,
  };
}

const VERIFICATION_ANSWERS: Record<string, { title: string; deed: string } | undefined> = {
  confirmed: { title: 'Confirmed', deed: 'confirmed a line of your profile' },
  declined: { title: 'Not confirmed', deed: 'did not confirm a line of your profile' },
  revoked: { title: 'Confirmation taken back', deed: 'took a confirmation of your profile back' },
};

function lineOf({ what, place }: { what: string; place: string }): string {
  return [what, place].filter(Boolean).join(', ').slice(0, NOTIFICATION_LIMITS.excerptMaxChars);
}

const SECURITY: Record<FactMap['account-security']['what'], { title: string; content: string }> = {
  'password-changed': {
    title: 'Password changed',
    content: 'Your password was changed, and your other devices were signed out.',
  },
  'password-reset': {
    title: 'Password changed',
    content: 'Your password was reset by mail, and your devices were signed out.',
  },
  'email-changed': { title: 'E-mail address changed', content: 'Your account uses another e-mail address now.' },
  'two-factor-on': { title: 'Two-factor sign-in is on', content: 'From now on, signing in asks for a code as well.' },
  'two-factor-off': { title: 'Two-factor sign-in is off', content: 'Signing in no longer asks for a code.' },
  'recovery-codes-renewed': { title: 'New recovery codes', content: 'Your earlier recovery codes no longer work.' },
  'new-device': { title: 'New sign-in', content: 'Someone signed in on a device that was not used before.' },
  'deletion-asked': { title: 'Your account will be deleted', content: 'You can keep it for 14 days.' },
};
