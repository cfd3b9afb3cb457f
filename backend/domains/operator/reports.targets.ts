import type { ReportTarget } from '#shared/api/reports.ts';
import { REPORT_LIMITS } from '#shared/limits.ts';
import { read, type Reader } from '../../db/read.ts';
import { notFound } from '../../http/app-error.ts';
import type { Identity } from '../../http/identity.ts';
import { loadVisibleAdvertisement } from '../advertisements/advertisement.view.ts';
import { loadCommentRow } from '../comments/comment.view.ts';
import { loadEventRow, toEventView } from '../events/event.view.ts';
import { loadOwnConversation, loadOwnMessage } from '../messages/message.access.ts';
import { loadExcerpt } from '../messages/excerpt.view.ts';
import { loadPostViews } from '../posts/post.view.ts';
import { assertVisible } from '../profiles/profile.access.ts';
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
  text: 'select full_name, username, bio, profile_image from users where id = $1',
};

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
  async message(reader, id, reporterId) {
    const { sender_id: userId, ...message } = await loadOwnMessage(reader, id, reporterId);
    const messages = await loadExcerpt(reader, reporterId, {
      conversationId: message.conversation_id,
      upToSeq: message.conversation_seq,
      items: REPORT_LIMITS.contextMessages + 1,
    });
    const reported = messages.pop();
    // A message that was deleted for both has no text any more.
    if (userId === null || reported?.id !== id) throw notFound('This message');
    return { userId, snapshot: { text: reported.text, imageUrl: null, messages } };
  },
  async conversation(reader, id, reporterId) {
    const { id: conversationId, peerId } = await loadOwnConversation(reader, reporterId, id);
    if (peerId === null || conversationId !== id) throw notFound('This conversation');
    const items = REPORT_LIMITS.contextMessages;
    const messages = await loadExcerpt(reader, reporterId, { conversationId, items });
    return { userId: peerId, snapshot: { text: '', imageUrl: null, messages } };
  },
  async user(reader, id, reporterId) {
    const { sees } = await assertVisible(reader, id, { viewerId: reporterId });
    const [row] = await read<{ full_name: string; username: string; bio: string | null; profile_image: string | null }>(
      reader,
      USER,
      [id],
    );
    if (!row) throw notFound('This member');
    const bio = sees.includes('bio') ? row.bio : null;
    return {
      userId: id,
      snapshot: {
        text: [`${row.full_name} (@${row.username})`, bio].filter(Boolean).join('\n'),
        imageUrl: row.profile_image,
      },
    };
  },
};

/**
 * Loads the target of a report as the reporter sees it; creators see only advertisements.
 *
 * @throws AppError NOT_FOUND.
 */
export async function loadReported(
  reader: Reader,
  target: { type: ReportTarget; id: string },
  reporter: Reporter,
): Promise<Reported> {
  if (reporter.role === 'creator' && target.type !== 'advertisement') throw notFound('This');
  return LOADERS[target.type](reader, target.id, reporter.id);
}
