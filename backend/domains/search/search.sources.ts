import type { Role } from '#shared/api/endpoint.ts';
import { isEventFindable } from '../events/event.access.ts';
import { isPublished } from '../courses/course.view.ts';
import { isPostFindable } from '../posts/post.access.ts';
import type { IndexedType, SearchType } from '#shared/api/search.ts';
import { FINDABLE, HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

/**
 * Visibility per type for a viewer ($1), beside the rules about its author `u`; `username` is the one that the query
 * may name. Each looks one record up, so that Postgres never reads a whole table for a page of candidates.
 */
const VISIBLE: Record<IndexedType, (username: string) => string> = {
  user: (username) => `u.role <> 'creator' and (${FINDABLE} or lower(u.username) = ${username})`,
  post: () => isPostFindable('s.entity_id'),
  course: () => isPublished('s.entity_id'),
  event: () => isEventFindable('s.entity_id'),
};

/**
 * Limits rows of the index to those that the viewer ($1) may find, as `from ... where ...` with the row `s` and its
 * author `u`. It checks the current records, not their state at indexing. The limit in the look-up of the author stops
 * Postgres from reading all users.
 */
export function visibleAmong(rows: string, username = 'null'): string {
  const cases = Object.entries(VISIBLE).map(([type, condition]) => `when '${type}' then ${condition(username)}`);
  return `from ${rows} s cross join lateral (select a.* from users a where a.id = s.author_id
    and a.deactivated_at is null limit 1) u
    where s.author_id not in (${HIDDEN_FROM_VIEWER}) and case s.entity_type ${cases.join(' ')} end`;
}

/**
 * Limits rows of the index to those that every member may find, as {@link visibleAmong} for a viewer who is no one: no
 * connection, group or item belongs to them.
 */
export function visibleToEveryone(rows: string): string {
  return visibleAmong(rows).replaceAll('$1', 'null');
}

/** Types that each role finds; creators find only items of the Library. */
export const MEMBER_TYPES: readonly IndexedType[] = ['user', 'post', 'course', 'event'];
/** Types that creators find. */
export const CREATOR_TYPES: readonly IndexedType[] = ['course'];

/** Types that a role finds, including its own messages. */
export function typesFor(role: Role): readonly SearchType[] {
  return role === 'creator' ? CREATOR_TYPES : [...MEMBER_TYPES, 'message'];
}
