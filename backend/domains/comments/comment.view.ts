import type { AudienceType } from '#shared/api/audiences.ts';
import type { CommentView, PublicCommentView } from '#shared/api/comments.ts';
import { MENTION_LIMITS } from '#shared/limits.ts';
import type { StoredMention } from '#shared/mentions.ts';
import { isoOf, isoOrNull, read, type Reader, type Timestamp, NIL_UUID } from '../../db/read.ts';
import { isInAudience, type StoredAudience } from '../audiences/audience.access.ts';
import { linkedMentions } from '../audiences/mention.view.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { blockedEitherWay, HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

/** Columns of a comment `c` with its author `u`; read by {@link toCommentView}. */
export const COMMENT_COLUMNS = `c.id, c.post_id, c.user_id, c.content, c.created_at, c.edited_at, c.mentions,
  ${USER_CARD_COLUMNS}`;

/** Selects the ids of the users who wrote the latest comments of a post named by an SQL expression. */
export const commentersOf = (postId: string) =>
  `select distinct t.user_id as id from (select tc.user_id from comments tc where tc.post_id = ${postId}
    order by tc.created_at desc, tc.id desc limit ${MENTION_LIMITS.threadCommentsMax}) t`;

const THREAD = {
  name: 'comment-thread-users',
  text: `select p.user_id as id from posts p where p.id = $1 union ${commentersOf('$1::uuid')}`,
};

/** Lists the ids of a post's author and of the users who wrote its latest comments, in no order. */
export async function listThreadUserIds(reader: Reader, postId: string): Promise<string[]> {
  return (await read<{ id: string }>(reader, THREAD, [postId])).map(({ id }) => id);
}

/** Tests whether a user has written a post, or a comment on it, each named by an SQL expression; never null. */
export const hasWrittenIn = (postId: string, user: string) =>
  `(exists (select 1 from posts wp where wp.id = ${postId} and wp.user_id = ${user})
    or exists (select 1 from comments wc where wc.post_id = ${postId} and wc.user_id = ${user}))`;

/** One row of {@link COMMENT_COLUMNS}, with the author of the post and whether this comment is the chosen answer. */
export interface CommentRow extends UserCardRow {
  id: string;
  post_id: string;
  user_id: string;
  content: string;
  created_at: Timestamp;
  edited_at: Timestamp | null;
  mentions: StoredMention[];
  post_user_id: string;
  is_question: boolean;
  is_answer: boolean;
}

/** Makes the view without a viewer, for pushes. */
function toPublicCommentView(row: CommentRow): PublicCommentView {
  return {
    id: row.id,
    postId: row.post_id,
    userId: row.user_id,
    content: row.content,
    createdAt: isoOf(row.created_at),
    editedAt: isoOrNull(row.edited_at),
    mentions: linkedMentions(row.mentions),
    author: toUserCard(row),
  };
}

/** Makes the view for one viewer: authors edit, they and the post's author delete, the author of a question chooses. */
export function toCommentView(row: CommentRow, viewerId: string): CommentView {
  const isOwn = row.user_id === viewerId;
  const ownsPost = row.post_user_id === viewerId;
  return {
    ...toPublicCommentView(row),
    isAnswer: row.is_answer,
    viewer: { canEdit: isOwn, canDelete: isOwn || ownsPost, canChoose: ownsPost && row.is_question },
  };
}

const byId = (columns: string, condition: string) => `select ${columns}, p.user_id as post_user_id, p.is_question,
    p.answer_id is not distinct from c.id as is_answer
    from comments c join users u on u.id = c.user_id and u.deactivated_at is null
    join posts p on p.id = c.post_id join users pu on pu.id = p.user_id and pu.deactivated_at is null
    where c.id = $2 and c.user_id not in (${HIDDEN_FROM_VIEWER}) and p.user_id not in (${HIDDEN_FROM_VIEWER})
      and ${condition}`;
const BY_ID = { name: 'comment-by-id', text: byId(COMMENT_COLUMNS, isInAudience('p')) };
/** The receivers of the push are in the audience. */
const PUSH = {
  name: 'comment-push',
  text: byId(
    `${COMMENT_COLUMNS}, p.audience, p.audience_id,
      ${blockedEitherWay('c.user_id')} || ${blockedEitherWay('p.user_id')} as hidden`,
    'true',
  ),
};

/** Loads a comment with the post's author; null when it, its post or an author is deleted or hidden from the viewer. */
export async function loadCommentRow(reader: Reader, id: string, viewerId: string): Promise<CommentRow | null> {
  const [row] = await read<CommentRow>(reader, BY_ID, [viewerId, id]);
  return row ?? null;
}

/**
 * The push of a comment, the audience of its post, and the users whom a block separates from its author or the author
 * of the post.
 */
interface CommentPush {
  comment: PublicCommentView & { postUserId: string; isQuestion: boolean };
  audience: StoredAudience;
  hidden: string[];
}

interface PushRow extends CommentRow {
  audience: AudienceType;
  audience_id: string | null;
  hidden: string[];
}

/** Loads the push of a comment; null when it or its post is gone, or an author deactivated. */
export async function loadCommentPush(reader: Reader, id: string): Promise<CommentPush | null> {
  const [row] = await read<PushRow>(reader, PUSH, [NIL_UUID, id]);
  if (!row) return null;
  const { post_user_id: postUserId, is_question: isQuestion, hidden } = row;
  const audience = { audience: row.audience, audienceId: row.audience_id, userId: postUserId };
  return { comment: { ...toPublicCommentView(row), postUserId, isQuestion }, audience, hidden };
}
