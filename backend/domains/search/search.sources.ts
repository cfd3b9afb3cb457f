import type { Role } from '#shared/api/endpoint.ts';
import type { IndexedType, SearchType } from '#shared/api/search.ts';
import { FINDABLE, HIDDEN_FROM_VIEWER } from '../users/user.view.ts';

/**
 * What a viewer ($1) may find of each type, beside what concerns its author `u`; `username` is the one that the query
 * may be. Each looks one record up, so that Postgres never reads a whole table for a page of candidates.
 */
const VISIBLE: Record<IndexedType, (username: string) => string> = {
  user: (username) => `u.role <> 'creator' and (${FINDABLE} or lower(u.username) = ${username})`,
  post: () => '(select true from posts p where p.id = s.entity_id)',
  course: () => `(select c.status = 'published' from courses c where c.id = s.entity_id)`,
  event: () => `(select e.state = 'scheduled' from events e where e.id = s.entity_id)`,
};

/**
 * Narrows rows of the index to those that the viewer ($1) may find, as `from ... where ...` with the row `s` and its
 * author `u`. It is checked on the records as they are now, not as they were when they were indexed. The limit in the
 * look-up of the author keeps Postgres from reading all users.
 */
export function seenAmong(rows: string, username = 'null'): string {
  const cases = Object.entries(VISIBLE).map(([type, condition]) => `when '${type}' then ${condition(username)}`);
  return `from ${rows} s cross join lateral (select a.* from users a where a.id = s.author_id and a.deactivated_at is null limit 1) u
    where s.author_id not in (${HIDDEN_FROM_VIEWER}) and case s.entity_type ${cases.join(' ')} end`;
}

/** Types that each side of the access rule finds; creators are kept to the library (decision 6). */
export const MEMBER_TYPES: readonly IndexedType[] = ['user', 'post', 'course', 'event'];
/** What creators find. */
export const CREATOR_TYPES: readonly IndexedType[] = ['course'];

/** Types that a role finds in all, with messages of its own. */
export function typesFor(role: Role): readonly SearchType[] {
  return role === 'creator' ? CREATOR_TYPES : [...MEMBER_TYPES, 'message'];
}
