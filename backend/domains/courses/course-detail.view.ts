import {
  ANSWER_HOURS,
  type CourseChangeView,
  type CourseDetailView,
  type CourseFileView,
  type SectionView,
} from '#shared/api/courses.ts';
import type { OfficeHours } from '#shared/api/privacy.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { isoOf, read, type Reader, type Timestamp } from '../../db/read.ts';
import { notFound } from '../../http/app-error.ts';
import { loadVisibleCourse } from './course.access.ts';
import { toCourseView } from './course.view.ts';
import { LESSON_ENTRY_COLUMNS, toLessonEntry, type LessonEntryRow } from './lesson.view.ts';

/** Columns of files `t` of items with their uploads `f`. */
const FILE_COLUMNS =
  't.id, t.course_id, t.title, f.name, f.mime, f.size_bytes, f.sha256, t.version, t.is_preview, t.updated_at';
const FILES = {
  name: 'course-files',
  text: `select ${FILE_COLUMNS} from course_files t join files f on f.id = t.file_id where t.course_id = $1
    order by t.position, t.id`,
};
const FILE = {
  name: 'course-file',
  text: `select ${FILE_COLUMNS} from course_files t join files f on f.id = t.file_id where t.id = $1`,
};
/** Sections of an item ($2) with their lessons in order; a section without lessons has one row without a lesson. */
const OUTLINE = {
  name: 'course-outline',
  text: `select s.id as in_section, s.title as section_title, ${LESSON_ENTRY_COLUMNS}
    from course_sections s left join course_lessons l on l.section_id = s.id
    where s.course_id = $2 and ($3::uuid is null or s.id = $3) order by s.position, s.id, l.position, l.id`,
};
const CHANGES = {
  name: 'course-changes',
  text: `select id, note, created_at from course_changes where course_id = $1
    order by created_at desc, id desc limit ${COURSE_LIMITS.changeItems}`,
};

/** How many of the latest learners completed an item, how soon its author answers, and their office hours. */
const FACTS = {
  name: 'course-facts',
  text: `select l.learners, l.completed, case when u.role = 'teacher' then s.office_hours end as office_hours,
      a.answered, a.median_minutes, c.text_version
    from courses c join users u on u.id = c.user_id left join privacy_settings s on s.user_id = u.id
      left join answer_times a on a.user_id = u.id
    cross join lateral (select count(*)::int as learners, count(k.completed_at)::int as completed from (
      select e.completed_at from enrollments e where e.course_id = c.id
        order by e.created_at desc, e.id desc limit ${COURSE_LIMITS.completionOfLearners}) k) l
    where c.id = $1`,
};

/** The statements of the parts of an item's page. */
export const COURSE_PARTS = { files: FILES, outline: OUTLINE, changes: CHANGES, facts: FACTS };

interface FileRow {
  id: string;
  course_id: string;
  title: string;
  name: string;
  mime: string;
  size_bytes: string;
  sha256: string;
  version: number;
  is_preview: boolean;
  updated_at: Timestamp;
}

type OutlineRow = { in_section: string; section_title: string } & (LessonEntryRow | { id: null });

interface ChangeRow {
  id: string;
  note: string;
  created_at: Timestamp;
}

interface FactsRow {
  learners: number;
  completed: number;
  office_hours: OfficeHours | null;
  answered: number | null;
  median_minutes: number | null;
  text_version: number;
}

const NO_FACTS: FactsRow = {
  learners: 0,
  completed: 0,
  office_hours: null,
  answered: null,
  median_minutes: null,
  text_version: 1,
};

/** A share of few learners, or the time of few answers, would say more about each of them than about the item. */
function toFacts(
  row: FactsRow = NO_FACTS,
): Pick<CourseDetailView, 'completionPercent' | 'answersWithinHours' | 'officeHours' | 'version'> {
  const { learners, completed, office_hours: hours, answered, median_minutes: minutes } = row;
  const areAnswersKnown = minutes !== null && (answered ?? 0) >= COURSE_LIMITS.answersFrom;
  const isKnown = learners >= COURSE_LIMITS.completionFromLearners;
  return {
    completionPercent: isKnown ? Math.round((100 * completed) / learners) : null,
    answersWithinHours: areAnswersKnown ? (ANSWER_HOURS.find((limit) => minutes <= limit * 60) ?? null) : null,
    officeHours: hours?.isOn ? hours : null,
    version: String(row.text_version),
  };
}

function toChangeView({ id, note, created_at }: ChangeRow): CourseChangeView {
  return { id, note, createdAt: isoOf(created_at) };
}

function toFileView(row: FileRow, isEntitled: boolean): CourseFileView {
  return {
    id: row.id,
    title: row.title,
    name: row.name,
    type: row.mime,
    size: Number(row.size_bytes),
    sha256: row.sha256,
    version: row.version,
    isPreview: row.is_preview,
    updatedAt: isoOf(row.updated_at),
    url: isEntitled || row.is_preview ? fileUrlOf(row.course_id, row.id) : null,
  };
}

/** Returns the address of a file of an item. */
export function fileUrlOf(courseId: string, fileId: string): string {
  return `/api/courses/${courseId}/files/${fileId}`;
}

/** Loads the view of a file for the author of its item. @throws AppError NOT_FOUND. */
export async function loadFileView(reader: Reader, fileId: string): Promise<CourseFileView> {
  const [row] = await read<FileRow>(reader, FILE, [fileId]);
  if (!row) throw notFound('This file');
  return toFileView(row, true);
}

/** Loads the sections of an item with their lessons, or only one of them. */
export async function loadSections(
  reader: Reader,
  courseId: string,
  { viewerId, sectionId = null }: { viewerId: string; sectionId?: string | null },
): Promise<SectionView[]> {
  const sections: SectionView[] = [];
  for (const row of await read<OutlineRow>(reader, OUTLINE, [viewerId, courseId, sectionId])) {
    const { in_section: id, section_title: title } = row;
    if (sections.at(-1)?.id !== id) sections.push({ id, title, lessons: [] });
    if (row.id !== null) sections.at(-1)?.lessons.push(toLessonEntry(row));
  }
  return sections;
}

/** Loads the page of an item. @throws AppError NOT_FOUND when it is gone or hidden from the viewer. */
export async function loadCourseDetail(
  reader: Reader,
  id: string,
  { viewerId, currency }: { viewerId: string; currency: string },
): Promise<CourseDetailView> {
  const row = await loadVisibleCourse(reader, id, viewerId);
  const course = toCourseView(row, viewerId, currency);
  const { isOwner, isEnrolled } = course.viewer;
  // One after the other: the connection of a transaction runs one statement at a time.
  const files = await read<FileRow>(reader, FILES, [id]);
  const sections = await loadSections(reader, id, { viewerId });
  const changes = await read<ChangeRow>(reader, CHANGES, [id]);
  const [facts] = await read<FactsRow>(reader, FACTS, [id]);
  return {
    ...course,
    ...toFacts(facts),
    files: files.map((file) => toFileView(file, isOwner || isEnrolled)),
    sections,
    changes: changes.map(toChangeView),
  };
}
