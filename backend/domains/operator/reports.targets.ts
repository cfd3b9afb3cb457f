import type { ReportTarget } from '#shared/api/reports.ts';
import { REPORT_LIMITS } from '#shared/limits.ts';
import { read, type Reader } from '../../db/read.ts';
import { notFound } from '../../http/app-error.ts';
import type { Identity } from '../../http/identity.ts';
import { loadVisibleAdvertisement } from '../advertisements/advertisement.view.ts';
import { loadCommentRow } from '../comments/comment.view.ts';
import { loadVisibleCourse } from '../courses/course.access.ts';
import { loadEventRow, toEventView } from '../events/event.view.ts';
import { loadExcerpt } from '../messages/excerpt.view.ts';
import { findConversationOf, loadMessageOf } from '../messages/message.access.ts';
import { loadPostViews } from '../posts/post.view.ts';
import { assertVisible } from '../profiles/profile.access.ts';
import { loadVisibleReview } from '../reviews/review.access.ts';
import { HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';
import type { ReportSnapshot } from './report.entity.ts';

/** The reported record: its author and its content. */
export interface Reported {
  userId: string;
  snapshot: ReportSnapshot;
}

/** The user who reports. */
export type Reporter = Pick<Identity, 'id' | 'role'>;

type Loader = (reader: Reader, targetId: string, reporterId: string) => Promise<Reported>;

const USER = {
  name: 'report-user',
  text: `select u.full_name, u.username, u.bio, u.profile_image,
      u.deactivated_at is not null or u.id in (${HIDDEN_FROM_VIEWER}) as is_hidden
    from users u where u.id = $2`,
};

interface UserRow {
  full_name: string;
  username: string;
  bio: string | null;
  profile_image: string | null;
  is_hidden: boolean;
}

const LOADERS: Record<ReportTarget, Loader> = {
  async post(reader, id, reporterId) {
    const [post] = await loadPostViews(reader, [id], reporterId);
    if (!post) throw notFound('This post');
    return { userId: post.userId, snapshot: { text: post.content, imageUrl: post.imageUrl } };
  },
  async comment(reader, id, reporterId) {
    const row = await loadCommentRow(reader, id, reporterId);
    if (!row) throw notFound('This comment');
    return { userId: row.user_id, snapshot: { text: row.content, imageUrl: null } };
  },
  async advertisement(reader, id, reporterId) {
    const { userId, title, description, linkUrl, imageUrl } = await loadVisibleAdvertisement(reader, id, reporterId);
    return { userId, snapshot: { text: [title, description, linkUrl].filter(Boolean).join('\n'), imageUrl } };
  },
  async event(reader, id, reporterId) {
    const row = await loadEventRow(reader, id, reporterId);
    if (!row) throw notFound('This event');
    const { userId, title, description, location, viewer } = toEventView(row, reporterId);
    const text = [title, description, location, viewer.joinUrl].filter(Boolean).join('\n');
    return { userId, snapshot: { text, imageUrl: null } };
  },
  async course(reader, id, reporterId) {
    const row = await loadVisibleCourse(reader, id, reporterId);
    const imageUrl = row.image_file_id === null ? row.image_url : `/api/files/${row.image_file_id}`;
    return {
      userId: row.user_id,
      snapshot: { text: [row.title, row.description].filter(Boolean).join('\n'), imageUrl },
    };
  },
  async review(reader, id, reporterId) {
    const { user_id: userId, rating, text } = await loadVisibleReview(reader, id, reporterId);
    return { userId, snapshot: { text: [`${rating} of 5 stars`, text].filter(Boolean).join('\n'), imageUrl: null } };
  },
  async message(reader, id, reporterId) {
    const { sender_id: userId, ...message } = await loadMessageOf(reader, id, reporterId);
    const { messages, deletedForBoth } = await loadExcerpt(reader, reporterId, {
      conversationId: message.conversation_id,
      upToSeq: message.conversation_seq,
      items: REPORT_LIMITS.contextMessages + 1,
    });
    const reported = messages.pop();
    // A message that was deleted for both has no text any more.
    if (userId === null || reported?.id !== id) throw notFound('This message');
    const { text, editedAt } = reported;
    return { userId, snapshot: { text, imageUrl: null, editedAt, messages, deletedForBoth } };
  },
  async conversation(reader, id, reporterId) {
    const conversation = await findConversationOf(reader, reporterId, id);
    if (!conversation?.peerId || conversation.id !== id) throw notFound('This conversation');
    const last = await loadLast(reader, id, reporterId);
    return { userId: conversation.peerId, snapshot: { text: '', imageUrl: null, ...last } };
  },
  async user(reader, id, reporterId) {
    const [row] = await read<UserRow>(reader, USER, [reporterId, id]);
    // The same error for an unknown user, so that a report does not reveal a block.
    const conversation = row?.is_hidden ? await findConversationOf(reader, reporterId, id) : null;
    if (!row || (row.is_hidden && !conversation)) throw notFound('This member');
    const name = `${row.full_name} (@${row.username})`;
    if (conversation) {
      const last = await loadLast(reader, conversation.id, reporterId);
      return { userId: id, snapshot: { text: name, imageUrl: row.profile_image, ...last } };
    }
    const { sees } = await assertVisible(reader, id, { viewerId: reporterId });
    const bio = sees.includes('bio') ? row.bio : null;
    return {
      userId: id,
      snapshot: { text: [name, bio].filter(Boolean).join('\n'), imageUrl: row.profile_image },
    };
  },
};

/** Loads the last messages of a reported conversation. */
const loadLast = (reader: Reader, conversationId: string, reporterId: string) =>
  loadExcerpt(reader, reporterId, { conversationId, items: REPORT_LIMITS.contextMessages });

const OPEN_TO_CREATORS: readonly ReportTarget[] = ['advertisement', 'course', 'review', 'post', 'comment', 'event'];

/**
 * Loads the target of a report as the reporter sees it; creators see advertisements, items, reviews and what the
 * learners of their items write to the class. A block or a closed account hides the record, but who received the
 * messages can still report them, the conversation, and the other participant.
 *
 * @throws AppError NOT_FOUND.
 */
export async function loadReported(
  reader: Reader,
  target: { type: ReportTarget; id: string },
  reporter: Reporter,
): Promise<Reported> {
  if (reporter.role === 'creator' && !OPEN_TO_CREATORS.includes(target.type)) throw notFound('This');
  return LOADERS[target.type](reader, target.id, reporter.id);
}
