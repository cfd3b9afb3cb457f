import type { CommentView } from '#shared/api/comments.ts';
import { COMMENT_LIMITS } from '#shared/limits.ts';
import { query, type Pool } from '../../db/pool.ts';
import { notFound } from '../../http/app-error.ts';
import { creationCursor, decodeCursor, LIST_START, toPage, type Page, type PageQuery } from '../../http/page.ts';
import { COMMENT_COLUMNS, toCommentView, type CommentRow } from './comment.view.ts';
import { isInAudience } from '../audiences/audience.access.ts';
import { HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

/** A request for a page of comments. */
export interface CommentsRequest extends PageQuery {
  postId: string;
}

/**
 * A readable post without comments returns one row of nulls, an unreadable one none, so one round trip is enough. The
 * chosen answer is first on the first page ($5) and absent from the others.
 */
const page = (rows: number) => `select k.*, p.user_id as post_user_id, p.is_question
  from posts p join users pu on pu.id = p.user_id and pu.deactivated_at is null
  left join lateral (
    (select true as is_answer, ${COMMENT_COLUMNS} from comments c join users u on u.id = c.user_id
      and u.deactivated_at is null
      where $5::boolean and c.id = p.answer_id and c.user_id not in (${HIDDEN_FROM_VIEWER}))
    union all
    (select false, ${COMMENT_COLUMNS} from comments c join users u on u.id = c.user_id and u.deactivated_at is null
      where c.post_id = p.id and c.id is distinct from p.answer_id
        and (c.created_at, c.id) > ($3::timestamptz, $4::uuid)
        and c.user_id not in (${HIDDEN_FROM_VIEWER})
      order by c.created_at, c.id limit ${rows})
  ) k on true
  where p.id = $2 and p.user_id not in (${HIDDEN_FROM_VIEWER}) and ${isInAudience('p')}
  order by k.is_answer desc, k.created_at, k.id`;

const SHORT = { name: 'comments', text: page(COMMENT_LIMITS.pageItems + 1) };
const LONG = { name: 'comments-long', text: page(COMMENT_LIMITS.pageMaxItems + 1) };

/** Lists the comments of a post that are visible, oldest first below the chosen answer. @throws AppError NOT_FOUND. */
export async function listComments(pool: Pool, viewerId: string, request: CommentsRequest): Promise<Page<CommentView>> {
  const limit = request.limit ?? COMMENT_LIMITS.pageItems;
  const cursor = decodeCursor(request.cursor);
  const { at, id } = cursor ?? LIST_START.up;
  const values = [viewerId, request.postId, at, id, cursor === null];
  const rows = await query<CommentRow & { id: string | null }>(
    pool,
    limit <= COMMENT_LIMITS.pageItems ? SHORT : LONG,
    values,
  );
  if (rows.length === 0) throw notFound('This post');
  const answers = rows[0]?.is_answer ? 1 : 0;
  return toPage(
    rows.filter((row) => row.id !== null),
    limit + answers,
    { cursorOf: creationCursor, view: (row) => toCommentView(row, viewerId) },
  );
}
