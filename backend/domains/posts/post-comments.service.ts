import type { EntityManager } from '@mikro-orm/postgresql';
import { read } from '../../db/read.ts';
import { publishDomainEvent } from '../../domain-events.ts';

const UNCOUNT = {
  name: 'comment-uncount',
  text: 'update posts set comments = comments - 1 where id = $1 returning user_id',
};
const CHOOSE = {
  name: 'answer-choose',
  text: 'update posts set answer_id = $2 where id = $1 and answer_id is distinct from $2 returning id',
};
/** Only the chosen comment can be unchosen. */
const UNCHOOSE = {
  name: 'answer-unchoose',
  text: 'update posts set answer_id = null where id = $1 and answer_id = $2 returning id',
};

/** Increments the comment count of the post of a new comment; `rows` is SQL that selects `post_id`. */
export const countNewComment = (rows: string) =>
  `update posts p set comments = p.comments + 1 from (${rows}) made where p.id = made.post_id returning p.id`;

/** Decrements the comment counts of posts; `rows` is SQL that selects `post_id` and the number of comments (`made`). */
export const uncountComments = (rows: string) =>
  `update posts p set comments = p.comments - mine.made from (${rows}) mine where p.id = mine.post_id`;

/** Decrements a post's number of comments and returns the author's id; null when the post is deleted. */
export async function uncountComment(tx: EntityManager, postId: string): Promise<string | null> {
  const [post] = await read<{ user_id: string }>(tx, UNCOUNT, [postId]);
  if (!post) return null;
  publishDomainEvent(tx, 'post-counted', { postId });
  return post.user_id;
}

/** Sets or clears the comment that answers a question; returns whether that changed anything. */
export async function setAnswerOf(
  tx: EntityManager,
  postId: string,
  { commentId, isChosen }: { commentId: string; isChosen: boolean },
): Promise<boolean> {
  return (await read(tx, isChosen ? CHOOSE : UNCHOOSE, [postId, commentId])).length > 0;
}
