import type { QueryKey } from '@tanstack/react-query';
import { PAGE_COPY_LIMITS } from '#shared/page-copy-limits.ts';

/** Returns the part of a query's data that is copied; undefined when nothing is. */
type Part = (data: unknown, key: QueryKey) => unknown;

/** The pages of a list, as TanStack Query stores them. */
interface Pages {
  pages: unknown[];
  pageParams: unknown[];
}

const whole: Part = (data) => data;

/** The first page of a list; nothing of a search. */
const firstPage: Part = (data, key) => (isSearch(key[2]) ? undefined : cut(data, 1));

/** The newest pages of a thread, unless it does not reach the newest message. */
const newestPages: Part = (data, key) => {
  const [newest] = isPages(data) ? (data.pages as { hasNewer: boolean }[]) : [];
  return key.length > 3 || newest?.hasNewer !== false ? undefined : cut(data, PAGE_COPY_LIMITS.threadPages);
};

/** The user's own profile as they see it. */
const ownProfile: Part = (data, key) => {
  const { id, as } = key[1] as { id: string; as?: unknown };
  return id === 'me' && as === undefined ? data : undefined;
};

/** What is copied of the server's data, by noun and part of the query key. */
export const COPIED: ReadonlyMap<string, Part> = new Map([
  ['me/session', whole],
  ['me/preferences', whole],
  ['users/profile', ownProfile],
  ['messages/list', firstPage],
  ['messages/state', whole],
  ['messages/thread', newestPages],
  ['messages/unread', whole],
  ['posts/feed', firstPage],
  ['feed-settings', whole],
  ['connections/list', firstPage],
  ['connections/count', whole],
  ['connections/suggestions', whole],
  ['events/list', firstPage],
  ['events/one', whole],
  ['notifications/list', firstPage],
  ['notifications/unread', whole],
  ['courses/library', firstPage],
  ['courses/list', firstPage],
  ['courses/meta', whole],
  ['courses/one', whole],
  ['courses/positions', whole],
  ['courses/record', firstPage],
]);

/** What is not copied; `*` is all of a noun. A new query belongs either here or in {@link COPIED}. */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  // Settings, whose pages show that they cannot be loaded.
  'me/privacy',
  'notifications/preferences',
  'blocks',
  'policy',
  'audiences',
  // Security of the account. The address of the calendar opens it without a sign-in.
  'auth/*',
  'events/calendar-feed',
  // The code of pages, and what main or this page knows without a server.
  'page/*',
  'desktop/*',
  'offline-copies',
  'held-posts/*',
  'help/*',
  // True for a moment only.
  'presence/*',
  'feed-marker',
  'calls/*',
  // Searches, and lists of other members.
  'search/*',
  'messages/search',
  'students/*',
  'verifications/*',
  'users/mentions',
  'users/common',
  'users/connections',
  'users/people',
  'users/courses',
  'users/events',
  'users/institutions',
  'events/attendees',
  // Payments, numbers and administration.
  'purchases/*',
  'advertisements/*',
  'analytics/*',
  'courses/learners',
  'courses/own-learners',
  // Too much to be copied.
  'comments/*',
  'reviews/*',
  'posts/one',
  'posts/author',
  'posts/class',
  'posts/history',
  'messages/files',
  // Lessons can be bought; the copies of files for offline use have rules of their own.
  'courses/lesson',
  'courses/own-lesson',
  'courses/card',
  'courses/public',
  'courses/known-learners',
]);

/** Returns what is copied of a query's data; undefined when nothing is. */
export function copiedPart(key: QueryKey, data: unknown): unknown {
  return data === undefined ? undefined : COPIED.get(nameOf(key))?.(data, key);
}

/** Returns the noun and the part of a query key. */
function nameOf([noun, second]: QueryKey): string {
  const part = typeof second === 'object' && second !== null && 'part' in second ? second.part : second;
  return typeof part === 'string' ? `${String(noun)}/${part}` : String(noun);
}

function isPages(data: unknown): data is Pages {
  return typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data;
}

/** Returns the first pages of a list. The first one is fetched again without a cursor. */
function cut(data: unknown, count: number): Pages | undefined {
  if (!isPages(data) || data.pages.length === 0) return undefined;
  return { pages: data.pages.slice(0, count), pageParams: [null, ...data.pageParams.slice(1, count)] };
}

function isSearch(filter: unknown): boolean {
  return typeof filter === 'object' && filter !== null && 'q' in filter && Boolean(filter.q);
}
