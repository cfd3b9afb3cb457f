import type {
  Attached,
  PostCounters,
  PostVersion,
  PostView,
  PostViewer,
  PublicPostView,
  SharedPostView,
} from '#shared/api/posts.ts';
import { isSaved } from '../saved/saved.view.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { POST_LIMITS } from '#shared/limits.ts';
import type { StoredMention } from '#shared/mentions.ts';
import type { Counted } from '#shared/realtime/contract.ts';
import {
  COUNTED_AT,
  type CountedRow,
  isoOf,
  isoOrNull,
  read,
  type Reader,
  type Timestamp,
  NIL_UUID,
} from '../../db/read.ts';
import {
  toUserCard,
  UNVERIFIED_CARD_COLUMNS,
  type UserCardRow,
  VERIFIER_COLUMNS,
  verifierOf,
} from '../users/user.view.ts';
import { blockedEitherWay, connectedWith, HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';
import { connectionSourcesOf, isCreator, isInAudience, type StoredAudience } from '../audiences/audience.access.ts';
import { audienceName, toAudienceView, type AudienceRow } from '../audiences/audience.view.ts';
import { linkedMentions } from '../audiences/mention.view.ts';
import { checkPostReadable } from './post.access.ts';

const POST_COLUMNS = `p.id, p.user_id, p.content, p.image_url, p.image_alt, p.likes, p.comments, p.shares,
  p.created_at, p.edited_at, p.shared_post_id, p.attached_event_id, p.attached_course_id,
  p.is_question, p.answer_id, p.mentions, p.audience, p.audience_id, p.is_announcement, p.pinned_at`;

/** Columns of a page of posts (`p` with its author `u`) that {@link viewSql} reads. */
export const PAGE_COLUMNS = `${POST_COLUMNS}, ${UNVERIFIED_CARD_COLUMNS}, ${VERIFIER_COLUMNS}`;

/**
 * Counts the posts of a user, named by SQL, that are addressed to the viewer ($1); those to everyone are counted in an
 * index alone.
 */
export const visiblePostCountOf = (user: string) => `((select count(*)::int from posts p where p.user_id = ${user}
    and p.audience = 'everyone' and not ${isCreator('$1')})
  + (select count(*)::int from posts p where p.user_id = ${user} and p.audience <> 'everyone'
    and ${isInAudience('p')}))`;

/** Whether the author of a page's row `p` shows the institution that the viewer ($1) is at; null counts as no. */
export const IS_COLLEAGUE = `nullif(lower(p.author_institution), '') = (select lower(v.institution) from users v
  where v.id = $1)`;

/** Selects the users whom a block hides from the viewer, in a page of {@link viewSql}, which reads them once. */
export const HIDDEN = 'select h.user_id from hidden h';

/** Selects the viewer's connections (`id`), in a page of {@link viewSql} that reads them once. */
export const CONNECTED = 'select c.id from connected c';

/** Tests whether the viewer ($1) likes a page's row `p`. The limit stops Postgres from reading all their likes. */
const IS_LIKED = `((select true from post_likes l where l.post_id = p.id and l.user_id = $1 limit 1) is not null)`;

/**
 * Wraps a page (columns of {@link PAGE_COLUMNS} and `key_at`, already limited) into rows of PostViews, newest key
 * first. $1 is the viewer. The page is read first, so that the look-ups run for its rows only; the limit in the look-up
 * of saved items prevents Postgres from reading all that a member ever saved. A page with `readsConnected` takes the
 * viewer's connections from {@link CONNECTED}, and so do the look-ups.
 */
export function viewSql(page: string, { readsConnected = false } = {}): string {
  return `with hidden (user_id) as materialized (${HIDDEN_FROM_VIEWER})
    ${readsConnected ? `, connected (id) as materialized (${connectionSourcesOf('$1')})` : ''}
  select p.*, ${verifierOf('p', 'p.user_id')} as author_verified_by,
    ${IS_LIKED} as liked, ${isSaved('post', 'p.id')} as saved,
    ${readsConnected ? `p.user_id in (${CONNECTED})` : connectedWith('p.user_id', '$1')} as connected,
    ${IS_COLLEAGUE} as is_colleague, ${audienceName('p')},
    s.id as s_id, s.content as s_content, s.image_url as s_image_url, s.image_alt as s_image_alt,
      s.created_at as s_created_at, s.mentions as s_mentions,
    su.id as su_id, su.full_name as su_full_name, su.username as su_username, su.role as su_role,
    case when su.is_position_public then su.position end as su_position, case when su.is_institution_public
      then su.institution end as su_institution, su.profile_image as su_profile_image,
    su.is_awaiting_approval as su_awaits, ${verifierOf('su')} as su_verified_by
  from (${page}) p
  left join posts s on s.id = p.shared_post_id
  left join users su on su.id = s.user_id and su.deactivated_at is null and su.id not in (${HIDDEN})
  order by p.key_at desc, p.id desc`;
}

/** One row of {@link viewSql}; `s` and `su` are the shared original and its author, null when there is none. */
export interface PostRow extends UserCardRow, AudienceRow {
  id: string;
  user_id: string;
  content: string;
  image_url: string | null;
  image_alt: string | null;
  likes: number;
  comments: number;
  shares: number;
  created_at: Timestamp;
  edited_at: Timestamp | null;
  shared_post_id: string | null;
  attached_event_id: string | null;
  attached_course_id: string | null;
  is_question: boolean;
  answer_id: string | null;
  mentions: StoredMention[];
  is_announcement: boolean;
  pinned_at: Timestamp | null;
  key_at: Timestamp;
  liked: boolean;
  saved: boolean;
  connected: boolean;
  is_colleague: boolean | null;
  s_id: string | null;
  s_content: string;
  s_image_url: string | null;
  s_image_alt: string | null;
  s_created_at: Timestamp;
  s_mentions: StoredMention[];
  su_id: string | null;
  su_full_name: string;
  su_username: string;
  su_role: Role;
  su_position: string | null;
  su_institution: string | null;
  su_profile_image: string | null;
  su_awaits: boolean;
  su_verified_by: string | null;
}

function toSharedView(row: PostRow): SharedPostView | null {
  if (row.s_id === null || row.su_id === null) return null;
  return {
    id: row.s_id,
    content: row.s_content,
    imageUrl: row.s_image_url,
    imageAlt: row.s_image_alt,
    createdAt: isoOf(row.s_created_at),
    mentions: linkedMentions(row.s_mentions ?? []),
    author: {
      id: row.su_id,
      fullName: row.su_full_name,
      username: row.su_username,
      role: row.su_role,
      position: row.su_position,
      institution: row.su_institution,
      profileImage: row.su_profile_image,
      ...(row.su_verified_by !== null && { verifiedBy: row.su_verified_by }),
      ...(row.su_awaits && { isAwaitingApproval: true }),
    },
  };
}

function toAttached(row: PostRow): Attached | null {
  if (row.attached_event_id !== null) return { type: 'event', id: row.attached_event_id };
  return row.attached_course_id === null ? null : { type: 'course', id: row.attached_course_id };
}

/** Makes the view without a viewer, for pushes. */
function toPublicPostView(row: PostRow): PublicPostView {
  return {
    id: row.id,
    userId: row.user_id,
    content: row.content,
    imageUrl: row.image_url,
    imageAlt: row.image_alt,
    likes: row.likes,
    comments: row.comments,
    shares: row.shares,
    createdAt: isoOf(row.created_at),
    editedAt: isoOrNull(row.edited_at),
    isQuestion: row.is_question,
    isAnnouncement: row.is_announcement,
    isPinned: row.pinned_at !== null,
    audience: toAudienceView(row),
    answerId: row.answer_id,
    attached: toAttached(row),
    sharedPostId: row.shared_post_id,
    shared: toSharedView(row),
    mentions: linkedMentions(row.mentions),
    author: toUserCard(row),
  };
}

/** Makes the view for one viewer; `isSavedFeed` is true in the list of saved posts. */
export function toPostView(row: PostRow, viewerId: string, isSavedFeed = false): PostView {
  const isOwn = row.user_id === viewerId;
  const view = toPublicPostView(row) as PostView;
  view.viewer = {
    liked: row.liked,
    saved: row.saved,
    canEdit: isOwn,
    canDelete: isOwn,
    why: isSavedFeed ? 'saved' : whyOf(row, isOwn),
  };
  return view;
}

/** Returns the first reason that applies; feed.service.ts filters rows by the same rule. */
function whyOf(row: PostRow, isOwn: boolean): PostViewer['why'] {
  if (isOwn) return 'own';
  if (row.audience_id !== null) return 'group';
  if (row.connected) return row.shared_post_id !== null && row.content === '' ? 'shared' : 'connection';
  if (row.is_colleague === true) return 'institution';
  return row.likes >= POST_LIMITS.popularLikes ? 'popular' : 'everyone';
}

const byIds = (columns: string, condition: string) =>
  viewSql(`select ${columns}, p.created_at as key_at
    from posts p join users u on u.id = p.user_id and u.deactivated_at is null
    where p.id = any($2::uuid[]) and p.user_id not in (${HIDDEN}) and ${condition}`);
const BY_IDS = { name: 'posts-by-ids', text: byIds(PAGE_COLUMNS, isInAudience('p')) };
/** For a push, whose receivers are in the audience. */
const PUBLIC = { name: 'posts-public', text: byIds(`${PAGE_COLUMNS}, ${COUNTED_AT}`, 'true') };

/** Loads views of posts in one statement, newest first; those gone or hidden from the viewer are left out. */
export async function loadPostViews(reader: Reader, ids: readonly string[], viewerId: string): Promise<PostView[]> {
  const rows = await read<PostRow>(reader, BY_IDS, [viewerId, ids]);
  return rows.map((row) => toPostView(row, viewerId));
}

/** Loads the public view of a post for a push; null when it is gone or its author deactivated. */
export async function loadPublicPostView(reader: Reader, id: string): Promise<Counted<PublicPostView> | null> {
  const [row] = await read<PostRow & CountedRow>(reader, PUBLIC, [NIL_UUID, [id]]);
  return row ? { ...toPublicPostView(row), countedAt: isoOf(row.counted_at) } : null;
}

const COUNTERS = {
  name: 'post-counters',
  text: `select p.id, p.user_id, p.audience, p.audience_id, p.likes, p.comments, p.shares, p.edited_at, ${COUNTED_AT},
      ${blockedEitherWay('p.user_id')} as hidden
    from posts p join users u on u.id = p.user_id and u.deactivated_at is null where p.id = any($1::uuid[])`,
};

/**
 * Loads the counters of posts with their audience and the users whom a block separates from the author, in no order;
 * those that are gone are left out.
 */
export async function loadPostCounters(
  reader: Reader,
  ids: readonly string[],
): Promise<(StoredAudience & { hidden: string[]; counters: Counted<PostCounters> })[]> {
  const rows = await read<
    Pick<PostRow, 'id' | 'user_id' | 'audience' | 'audience_id' | 'likes' | 'comments' | 'shares' | 'edited_at'> &
      CountedRow & { hidden: string[] }
  >(reader, COUNTERS, [ids]);
  return rows.map(
    ({ user_id: userId, audience, audience_id: audienceId, hidden, edited_at, counted_at, ...counts }) => ({
      userId,
      audience,
      audienceId,
      hidden,
      counters: { ...counts, editedAt: isoOrNull(edited_at), countedAt: isoOf(counted_at) },
    }),
  );
}

/** New posts that a socket receives at once when it joins the feed; a list shows no more on one screen. */
const RECENT_MAX = 20;
const RECENT = {
  name: 'posts-recent',
  text: `select p.id, p.user_id from posts p join users u on u.id = p.user_id and u.deactivated_at is null
    where p.created_at > now() - $2 * interval '1 millisecond' and p.user_id <> $1
      and p.user_id not in (${HIDDEN_FROM_VIEWER}) and p.audience = 'everyone'
    order by p.created_at desc, p.id desc limit ${RECENT_MAX}`,
};

/** Loads the posts of others to everyone of the last milliseconds that a user may see, the newest first. */
export async function loadRecentPosts(
  reader: Reader,
  viewerId: string,
  ms: number,
): Promise<{ id: string; userId: string }[]> {
  const rows = await read<Pick<PostRow, 'id' | 'user_id'>>(reader, RECENT, [viewerId, ms]);
  return rows.map(({ id, user_id: userId }) => ({ id, userId }));
}

const VERSIONS = {
  name: 'post-versions',
  text: `(select content, image_alt, coalesce(edited_at, created_at) as at from posts where id = $1)
    union all
    (select content, image_alt, created_at from post_edits where post_id = $1 order by created_at desc, id desc
      limit ${POST_LIMITS.historyItems - 1})
    order by at desc`,
};

/** Lists the versions of a post, the current one first. @throws AppError NOT_FOUND. */
export async function listVersions(reader: Reader, postId: string, viewerId: string): Promise<PostVersion[]> {
  await checkPostReadable(reader, postId, viewerId);
  const rows = await read<{ content: string; image_alt: string | null; at: Timestamp }>(reader, VERSIONS, [postId]);
  return rows.map((row) => ({ content: row.content, imageAlt: row.image_alt, at: isoOf(row.at) }));
}
