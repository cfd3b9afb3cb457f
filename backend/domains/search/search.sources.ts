import type { SearchType } from '#shared/api/search.ts';
import { FINDABLE, HIDDEN_FROM_VIEWER } from '../users/user.view.ts';

/** What a viewer ($1) may find of each type, beside what concerns its author `u`; `username` is the one that the query may be. */
const VISIBLE: Record<SearchType, (username: string) => string> = {
  user: (username) => `u.role <> 'creator' and (${FINDABLE} or lower(u.username) = ${username})`,
  post: () => 'exists (select 1 from posts p where p.id = s.entity_id)',
  course: () => `exists (select 1 from courses c where c.id = s.entity_id and c.status = 'published')`,
  event: () => `exists (select 1 from events e where e.id = s.entity_id and e.state = 'scheduled')`,
};

/** Authors who are there and not hidden from the viewer ($1) by a block either way. */
const AUTHOR = `join users u on u.id = s.author_id and u.deactivated_at is null`;
const NOT_HIDDEN = `s.author_id not in (${HIDDEN_FROM_VIEWER})`;

/**
 * Rows `s` of one type that the viewer may find, as `from ... where ...`, to be narrowed further. It is checked on the
 * records as they are now, not as they were when they were indexed.
 */
export const visibleOf = (type: SearchType, username = 'null'): string =>
  `from search_index s ${AUTHOR} where s.entity_type = '${type}' and ${NOT_HIDDEN} and ${VISIBLE[type](username)}`;

/** Types that each side of the access rule finds; creators are kept to the library (decision 6). */
export const MEMBER_TYPES: readonly SearchType[] = ['user', 'post', 'course', 'event'];
/** What creators find. */
export const CREATOR_TYPES: readonly SearchType[] = ['course'];
