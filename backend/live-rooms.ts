import { query, type Pool } from './db/pool.ts';
import { isCourseVisible, loadCourseCounters } from './domains/courses/course.view.ts';
import { isEventVisible } from './domains/events/event.access.ts';
import { loadEventCounters } from './domains/events/event.view.ts';
import { isPostVisible } from './domains/posts/post.access.ts';
import { loadPostCounters, loadRecentPosts } from './domains/posts/post.view.ts';
import type { Publish } from './realtime/publish.ts';
import type { ListReadableRooms, SendMissed } from './realtime/rooms.ts';

/** Selects those of the posts ($2), events ($3) and items ($4) that the viewer ($1) may see. */
const READABLE = {
  name: 'rooms-readable',
  text: `select 'post-' || x.id as room from unnest($2::uuid[]) x(id) where ${isPostVisible('x.id')}
    union all select 'event-' || x.id from unnest($3::uuid[]) x(id) where ${isEventVisible('x.id')}
    union all select 'course-' || x.id from unnest($4::uuid[]) x(id) where ${isCourseVisible('x.id')}`,
};

/** Rooms of lists that creators have, too. */
const OPEN_TO_ALL = /^(?:courses|ads-\d)$/;
/** Rooms of lists of the other roles. */
const OPEN_TO_MEMBERS: ReadonlySet<string> = new Set(['feed', 'events']);

/** Makes the function that decides which rooms a user may join: one statement for all of them. */
export function createListReadableRooms(pool: Pool): ListReadableRooms {
  return async ({ id, role }, rooms) => {
    const isMember = role !== 'creator';
    const lists = rooms.filter((room) => OPEN_TO_ALL.test(room) || (isMember && OPEN_TO_MEMBERS.has(room)));
    const ids = [idsOf('post', rooms), idsOf('event', rooms), idsOf('course', rooms)];
    if (ids.flat().length === 0) return lists;
    const rows = await query<{ room: string }>(pool, READABLE, [id, ...ids]);
    return [...lists, ...rows.map(({ room }) => room)];
  };
}

/** How long a page takes at most from reading the feed to joining its room, in milliseconds. */
const FEED_GAP_MS = 30_000;

/**
 * Makes the function that sends a socket the counters of posts, events and items whose rooms it has joined, and the
 * posts that were written since its page may have read the feed.
 */
export function createSendMissed(pool: Pool, publish: Publish): SendMissed {
  return async ({ socketId, userId }, rooms) => {
    const [postIds, eventIds] = [idsOf('post', rooms), idsOf('event', rooms)];
    // A socket is alone in the room of its id.
    const to = [socketId];
    const posts = postIds.length === 0 ? [] : await loadPostCounters(pool, postIds);
    for (const { counters } of posts) publish({ to }, 'post-updated', counters);
    const recent = rooms.includes('feed') ? await loadRecentPosts(pool, userId, FEED_GAP_MS) : [];
    for (const post of recent.toReversed()) publish({ to }, 'post-created', post);
    const events = eventIds.length === 0 ? [] : await loadEventCounters(pool, eventIds);
    for (const { counters } of events) publish({ to }, 'event-updated', counters);
    const courseIds = idsOf('course', rooms);
    const courses = courseIds.length === 0 ? [] : await loadCourseCounters(pool, courseIds);
    for (const { counters } of courses) publish({ to }, 'course-updated', counters);
  };
}

function idsOf(kind: 'post' | 'event' | 'course', rooms: readonly string[]): string[] {
  const prefix = `${kind}-`;
  return rooms.filter((room) => room.startsWith(prefix)).map((room) => room.slice(prefix.length));
}
