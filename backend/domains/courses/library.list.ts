import type { LibraryAuthorView, LibraryItemView, LibraryTab, ListLibraryQuery } from '#shared/api/enrollments.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { query, type Pool, type Statement } from '../../db/pool.ts';
import { isoOf, isoOrNull, patternOf, type Timestamp } from '../../db/read.ts';
import { decodeCursor, LIST_START, toPage, type Page } from '../../http/page.ts';
import { savedOf } from '../saved/saved.view.ts';
import { courseIds, courseRows, toCourseView, type CourseRow } from './course.view.ts';

/** Independent of the database's own collation. */
const TITLE = 'c.title collate "und-x-icu"';

/**
 * The page of one tab for the viewer ($1), whose few items are found by index and then sorted. `own` selects the ids
 * and when each came into the tab (`added_at`), `latest` is the time by which they are sorted. $2 is the content type
 * or null, $3 the pattern of the title or null, $4 the wanted state for `isArchived`. Sorted by title if $5, then the
 * cursor is ($7, $8), otherwise ($6, $8). $9 is the category, $10 whether the item is free, $11 its author; null for
 * any.
 */
function tab(name: LibraryTab, own: string, { latest = 'k.added_at', isArchived = '$4::boolean is not null' } = {}) {
  return {
    name: `library-${name}`,
    text: `${courseRows(
      `($2::text is null or c.content_type = $2) and ($3::text is null or c.title ilike $3) and ${isArchived}
        and ($9::text is null or c.category = $9) and ($10::boolean is null or (c.price = 0) = $10)
        and ($11::uuid is null or c.user_id = $11)
        and case when $5::boolean then (${TITLE}, c.id) > ($7::text, $8::uuid)
          else (${latest}, c.id) < ($6::timestamptz, $8::uuid) end`,
      `, k.added_at, ${latest} as sort_at, e.last_opened_at, coalesce(e.is_archived, false) as is_archived,
        e.purchase_id`,
      `join (${own}) k on k.id = c.id`,
    )}
    order by case when $5 then ${TITLE} end, case when $5 then c.id end, case when not $5 then ${latest} end desc,
      c.id desc limit ${COURSE_LIMITS.pageMaxItems + 1}`,
  };
}

const enrolledBy = (source: 'free' | 'purchase') =>
  `select course_id as id, created_at as added_at from enrollments where user_id = $1 and source = '${source}'`;
/** What the user has joined: last opened first, without the archived ones unless these are wanted. */
const JOINED = { latest: 'greatest(k.added_at, e.last_opened_at)', isArchived: 'e.is_archived = $4::boolean' };

/** Selects the ids of the items of each tab, and when they came into it. */
const OWN: Record<LibraryTab, string> = {
  purchased: enrolledBy('purchase'),
  enrolled: enrolledBy('free'),
  downloads:
    'select course_id as id, max(created_at) as added_at from course_downloads where user_id = $1 group by course_id',
  saved: `select s.item_id as id, s.created_at as added_at from (${savedOf('course')}) s`,
  created: 'select id, created_at as added_at from courses where user_id = $1',
};

const TABS: Record<LibraryTab, Statement> = {
  purchased: tab('purchased', OWN.purchased, JOINED),
  enrolled: tab('enrolled', OWN.enrolled, JOINED),
  downloads: tab('downloads', OWN.downloads),
  saved: tab('saved', OWN.saved),
  created: tab('created', OWN.created),
};

const authorsOf = (name: LibraryTab): Statement => ({
  name: `library-authors-${name}`,
  text: `select u.id, u.full_name from users u where u.id in (
      select i.user_id from courses i where i.id in (${courseIds(`c.id in (select k.id from (${OWN[name]}) k)`)}))
    order by lower(u.full_name), u.id limit ${COURSE_LIMITS.libraryAuthors}`,
});
const AUTHORS: Record<LibraryTab, Statement> = {
  purchased: authorsOf('purchased'),
  enrolled: authorsOf('enrolled'),
  downloads: authorsOf('downloads'),
  saved: authorsOf('saved'),
  created: authorsOf('created'),
};

/** Lists the authors of the items of one tab of a user's Library by name, archived items included. */
export async function listLibraryAuthors(
  pool: Pool,
  viewerId: string,
  { tab: name }: { tab: LibraryTab },
): Promise<LibraryAuthorView[]> {
  const rows = await query<{ id: string; full_name: string }>(pool, AUTHORS[name], [viewerId]);
  return rows.map(({ id, full_name: fullName }) => ({ id, fullName }));
}

interface LibraryRow extends CourseRow {
  added_at: Timestamp;
  sort_at: Timestamp;
  last_opened_at: Timestamp | null;
  is_archived: boolean;
  purchase_id: string | null;
}

/**
 * Lists the items of one tab of a user's Library, last opened or added first, or by title. Archived items are in the
 * tabs purchased and enrolled only when they are requested; the other tabs show an item whether it is archived or not.
 */
export async function listLibrary(
  pool: Pool,
  currency: string,
  { viewerId, ...request }: ListLibraryQuery & { viewerId: string },
): Promise<Page<LibraryItemView>> {
  const isByTitle = request.sort === 'title';
  const from = isByTitle
    ? (decodeCursor(request.cursor, isTitle) ?? { at: '', id: LIST_START.up.id })
    : (decodeCursor(request.cursor) ?? LIST_START.down);
  const rows = await query<LibraryRow>(pool, TABS[request.tab], [
    viewerId,
    request.contentType ?? null,
    patternOf(request.q),
    request.archived === 'true',
    isByTitle,
    isByTitle ? null : from.at,
    isByTitle ? decodeURIComponent(from.at) : null,
    from.id,
    request.category ?? null,
    request.price === undefined ? null : request.price === 'free',
    request.authorId ?? null,
  ]);
  return toPage(rows, request.limit ?? COURSE_LIMITS.pageItems, {
    cursorOf: (row) => ({ at: isByTitle ? encodeURIComponent(row.title) : isoOf(row.sort_at), id: row.id }),
    view: (row) => ({
      course: toCourseView(row, viewerId, currency),
      addedAt: isoOf(row.added_at),
      lastOpenedAt: isoOrNull(row.last_opened_at),
      isArchived: row.is_archived,
      purchaseId: row.purchase_id,
    }),
  });
}

/** Tests that the key of a cursor is an encoded title. */
function isTitle(key: string): boolean {
  try {
    return !decodeURIComponent(key).includes('\0');
  } catch {
    return false;
  }
}
