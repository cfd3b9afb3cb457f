import { query, type Pool } from '../../db/pool.ts';
import { read, type Reader } from '../../db/read.ts';
import type { ByteRange } from '../../gateways/file-store.ts';

/**
 * The enrollment of $1 in item $2 until the end of the statement, unless a refund is being made. A refund locks the row
 * before it reads what was used ({@link lockUses}), so that either it counts this use, or this use is refused.
 */
const mine = (condition: string) => `mine as materialized (select e.course_id, e.source from enrollments e
  where e.user_id = $1 and e.course_id = $2 and not e.is_suspended ${condition} for key share)`;

/**
 * Adds the bytes from $4 to below $5 of file $3; $6: to be saved. Writes nothing when they were served before. A
 * preview of a bought item is free for everyone, thus no use of what was paid.
 */
const SERVE = {
  name: 'use-serve-file',
  text: `with known as materialized (select 1 from file_uses k where k.user_id = $1 and k.course_file_id = $3
      and k.served @> int8range($4, $5) and (k.is_saved or not $6::boolean)),
    ${mine('and not exists (select 1 from known)')},
    made as (insert into file_uses as u (user_id, course_file_id, course_id, served, served_bytes, is_saved)
      select $1, t.id, t.course_id, int8multirange(int8range($4, $5)), $5::bigint - $4::bigint, $6
        from course_files t join mine on mine.course_id = t.course_id
        where t.id = $3 and not (t.is_preview and mine.source = 'purchase')
      on conflict (user_id, course_file_id) do update set served = u.served + excluded.served,
        served_bytes = (select sum(upper(r) - lower(r)) from unnest(u.served + excluded.served) r),
        is_saved = u.is_saved or excluded.is_saved)
    select 1 from mine union all select 1 from known`,
};
const OPEN_LESSON = {
  name: 'use-open-lesson',
  text: `with known as materialized (select 1 from lesson_uses k
      where k.user_id = $1 and k.lesson_id = $3 and exists (select 1 from enrollments e
        where e.user_id = $1 and e.course_id = $2 and not e.is_suspended)),
    ${mine('and not exists (select 1 from known)')},
    made as (insert into lesson_uses (user_id, lesson_id, course_id)
      select $1, l.id, l.course_id from course_lessons l join mine on mine.course_id = l.course_id
        where l.id = $3 and not (l.is_preview and mine.source = 'purchase')
      on conflict do nothing)
    select 1 from mine union all select 1 from known`,
};
const LOCK_USES = {
  name: 'use-lock',
  text: 'select 1 from enrollments where user_id = $1 and course_id = $2 for update',
};

/** A file of an item, and the learner who requests it. */
interface FileUse {
  courseId: string;
  fileId: string;
  viewerId: string;
}

/** What was served is recorded in so many blocks of a file, so that thousands of small ranges remain few. */
const BLOCKS = 1_024;

/** Records that a part of a file is served to a learner. Returns false when the learner may not use the item now. */
export async function recordServed(
  pool: Pool,
  { courseId, fileId, viewerId }: FileUse,
  { start, end, sizeBytes, isSaved }: ByteRange & { sizeBytes: number; isSaved: boolean },
): Promise<boolean> {
  const block = Math.max(1, Math.ceil(sizeBytes / BLOCKS));
  const from = Math.floor(start / block) * block;
  const to = Math.min(sizeBytes, Math.ceil((end + 1) / block) * block);
  return (await query(pool, SERVE, [viewerId, courseId, fileId, from, to, isSaved])).length > 0;
}

/** Records that a lesson is opened by a learner. Returns false when the learner may not use the item now. */
export async function recordOpened(
  reader: Reader,
  { courseId, lessonId, viewerId }: { courseId: string; lessonId: string; viewerId: string },
): Promise<boolean> {
  return (await read(reader, OPEN_LESSON, [viewerId, courseId, lessonId])).length > 0;
}

/** Keeps a user from using an item until the end of the transaction; taken before what they have used is read. */
export async function lockUses(
  reader: Reader,
  { userId, courseId }: { userId: string; courseId: string },
): Promise<void> {
  await read(reader, LOCK_USES, [userId, courseId]);
}

/** A part of an item: a lesson without a file (`size` is null), or a file with its bytes. */
export interface ItemPart {
  id: string;
  size: number | null;
}

/** Fragment of SQL: selects the {@link ItemPart}s of item `course` now; a file of several lessons is one. */
const partsOf = (course: string) => `select l.id, null::bigint as size from course_lessons l
    where l.course_id = ${course} and l.course_file_id is null
  union all select f.id, b.size_bytes from course_files f join files b on b.id = f.file_id
    where f.course_id = ${course}`;

const PARTS = { name: 'use-parts', text: `select n.id, n.size::float8 as size from (${partsOf('$1')}) n` };

/** Loads the parts of an item, to be stored with a payment. */
export function loadParts(reader: Reader, courseId: string): Promise<ItemPart[]> {
  return read<ItemPart>(reader, PARTS, [courseId]);
}

/**
 * Fragment of SQL: the parts of item `course` and those that were `paid`, each with the part of it that the server has
 * served to `user`, 0 to 1, and whether it is a file. A file counts by its bytes, as many as it had or has.
 */
const usedParts = (user: string, course: string, paid: string) => `(
  select case when coalesce(s.size, n.size) is null
      then (exists (select 1 from lesson_uses w where w.user_id = ${user} and w.lesson_id = coalesce(s.id, n.id)))::int
      else coalesce((select least(1, u.served_bytes::float8 / nullif(greatest(s.size, n.size), 0)) from file_uses u
        where u.user_id = ${user} and u.course_file_id = coalesce(s.id, n.id)), 0) end as part,
    coalesce(s.size, n.size) is not null as is_file
  from jsonb_to_recordset(${paid}) s(id uuid, size bigint) full join (${partsOf(course)}) n on n.id = s.id)`;

/**
 * Fragment of SQL: the percentage of item `course` that the server has served to `user`. The parts are the lessons and
 * the files, as they are now and as they were `paid` (JSON of {@link ItemPart}s, or null). With these, what the author
 * deletes, adds or makes smaller does not raise the percentage.
 */
export const usedPercentOf = (user: string, course: string, paid = 'null::jsonb') =>
  `(select coalesce(round(100 * avg(n.part)), 0)::int from ${usedParts(user, course, paid)} n)`;

/** Fragment of SQL: whether a part of a file of item `course` was served to `user` to be saved. */
export const hasSaved = (user: string, course: string) =>
  `exists (select 1 from file_uses s where s.user_id = ${user} and s.course_id = ${course} and s.is_saved)`;

/** Fragment of SQL: whether more than half of a file was served; the values of {@link usedPercentOf}. */
export const hasReadFile = (user: string, course: string, paid: string) =>
  `exists (select 1 from ${usedParts(user, course, paid)} r where r.is_file and r.part > 0.5)`;
