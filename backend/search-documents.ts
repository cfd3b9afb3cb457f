import type { SearchSources } from './db/search-document.ts';
import { courseSearch } from './domains/courses/course.search.ts';
import { eventSearch } from './domains/events/event.search.ts';
import { postSearch } from './domains/posts/post.search.ts';
import { userSearch } from './domains/profiles/profile.search.ts';

/** Lists the sources of the search index by type: one line per noun. */
export const searchSources: SearchSources = {
  user: userSearch,
  post: postSearch,
  course: courseSearch,
  event: eventSearch,
};
