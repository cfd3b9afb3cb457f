import type { ReportTarget } from '#shared/api/reports.ts';
import { read, type Reader } from '../../db/read.ts';
import { notFound } from '../../http/app-error.ts';
import type { Identity } from '../../http/identity.ts';
import { loadVisibleAdvertisement } from '../advertisements/advertisement.view.ts';
import { loadCommentRow } from '../comments/comment.view.ts';
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
