import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import { CourseDownload } from '../../domains/courses/course-download.entity.ts';
import { FilePosition } from '../../domains/courses/file-position.entity.ts';
import { LessonProgress } from '../../domains/courses/lesson-progress.entity.ts';
import { recountProgress } from '../../domains/courses/progress-recount.service.ts';
import { StudyDay } from '../../domains/courses/study-day.entity.ts';
import { agoAtDaytime, dayOf, found, seededRandom, type SeedContext } from './context.ts';
import { courseContents } from './course-contents.ts';

/** A learner in an item; `due` is the first review or question, before which most of the learning was done. */
interface Learner {
  user_id: string;
  username: string;
  course_id: string;
  title: string;
  since: Date | string;
  due: Date | string | null;
}

/** A lesson, or a file; `questions` counts those of a quiz. */
interface Part {
  id: string;
  courseFileId: string | null;
  mime: string | null;
  bytes: number | null;
  position: number;
  questions: number | null;
  isLesson: boolean;
}

/** How far a learner comes, in parts, and when: the last time and the first review or question in ms. */
interface Plan {
  goal: number;
  since: number;
  due: number | null;
  last: number;
}

/** One time at which a learner came from `from` to `to` parts. */
interface Session {
  at: number;
  from: number;
  to: number;
}

const SEMESTER = 'Your first semester: a short course';
const CHORDS = 'Hearing chords: ear training in the evening';
const CELL = 'The illustrated cell';

/** How many parts learners do who write about them or stopped long ago, and the hours before now of the last one. */
const WRITTEN: Readonly<Record<string, Readonly<Record<string, readonly [parts: number, hoursAgo: number]>>>> = {
  [SEMESTER]: {
    maya: [5, 7],
    tomas: [6, 14],
    aisha: [2, 23],
    jonas: [0, 0],
    priya: [3, 28],
    kenji: [1, 35],
    chloe: [5, 42],
  },
  'One-page guide to choosing a test': { priya: [1, 60], linh: [1, 40] },
  'How to survey a river bank with a phone': { oliver: [1, 125], kenji: [0.7, 400] },
  'Public lecture series: from the phone book to the cuckoo': { linh: [0.8, 430] },
  'Study sheets: plants, printable pages': { maya: [0.5, 400] },
  [CHORDS]: { chloe: [3, 90], priya: [2, 20] },
  [CELL]: { linh: [2, 100], aisha: [1.3, 4] },
};

/** The share of the sessions before a review or a question. */
const BEFORE_DUE = 0.8;
const STUDY_MINUTES = 9;
const WAV_HEADER_BYTES = 44;
const WAV_BYTES_PER_SECOND = 32_000;

/** Inserts what learners have done in their items, the days on which they did, and what they downloaded. */
export async function seedProgress(context: SeedContext): Promise<void> {
  const { em } = context;
  const learners = await em.execute<Learner[]>(
    `select e.user_id, u.username, e.course_id, c.title, e.created_at as since,
        least((select min(r.created_at) from reviews r where r.user_id = e.user_id and r.course_id = e.course_id),
          (select min(m.created_at) from messages m where m.sender_id = e.user_id and m.about_id = e.course_id)) as due
      from enrollments e join users u on u.id = e.user_id join courses c on c.id = e.course_id
      order by c.title, u.username`,
  );
  const random = seededRandom(23);
  for (const learner of learners) {
    const parts = await loadParts(context, learner.course_id);
    const plan = planOf(context, learner, { parts: parts.length, random });
    const sessions = sessionsOf(context.now, plan, parts[0]?.isLesson ?? false);
    if (sessions.length === 0) continue;
    await insertParts(context, learner, { parts, sessions, random });
    await insertDays(context, learner, { sessions, random });
    await insertDownloads(context, learner, { sessions, random });
  }
  await countProgress(context);
}

function loadParts({ em }: SeedContext, courseId: string): Promise<Part[]> {
  return em.execute<Part[]>(
    `select l.id, l.course_file_id as "courseFileId", s.mime, s.size_bytes::int as bytes, f.position,
        jsonb_array_length(l.questions) as questions, true as "isLesson", t.position as place, l.position as lesson
      from course_lessons l join course_sections t on t.id = l.section_id
        left join course_files f on f.id = l.course_file_id left join files s on s.id = f.file_id
      where l.course_id = ?
    union all select f.id, f.id, s.mime, s.size_bytes::int, f.position, null, false, 0, f.position
      from course_files f join files s on s.id = f.file_id
      where f.course_id = ? and not exists (select 1 from course_lessons l where l.course_id = f.course_id)
    order by place, lesson`,
    [courseId, courseId],
  );
}

/** Most learners are somewhere inside an item, some have finished it, some have stopped, and a few never began. */
function planOf(
  { now }: SeedContext,
  learner: Learner,
  { parts, random }: { parts: number; random: () => number },
): Plan {
  const [kind, share, when] = [random(), random(), random()];
  const enrolled = new Date(learner.since).getTime();
  const due = learner.due === null ? null : new Date(learner.due).getTime();
  const since = enrolled + Math.min(20 * MINUTE_MS, ((due ?? now) - enrolled) / 2);
  const written = WRITTEN[learner.title]?.[learner.username];
  if (written) {
    const last = Math.max(now - written[1] * HOUR_MS, since);
    return { goal: written[0], since, due: due !== null && due < last ? due : null, last };
  }
  const recent = Math.max(now - when * 4 * DAY_MS, since + (now - since) / 2);
  if (due === null && (kind < 0.1 || now - enrolled < DAY_MS)) return { goal: 0, since, due, last: since };
  if (due === null && kind < 0.25)
    return { goal: 0.4 + share * 0.8, since, due, last: Math.min(since + 2 * DAY_MS, now) };
  if (kind > 0.75)
    return { goal: parts, since, due, last: Math.max(since + (now - since) * (0.5 + when / 2), due ?? 0) };
  return { goal: parts * (0.25 + share * 0.6), since, due, last: Math.max(recent, due ?? 0) };
}

/** Spreads the sessions of a plan over its time, most of them before the review or the question. */
function sessionsOf(now: number, { goal, since, due, last }: Plan, isLesson: boolean): Session[] {
  if (goal === 0) return [];
  const count = isLesson ? Math.max(1, Math.round(goal)) : Math.ceil(goal * 2);
  const size = isLesson ? 1 : goal / count;
  const before = due === null ? 0 : Math.ceil(count * BEFORE_DUE);
  let previous = since;
  return Array.from({ length: count }, (_none, i) => {
    const isBefore = due !== null && i < before;
    const [from, to] = isBefore ? [since, due] : [due ?? since, last];
    const share = isBefore ? (i + 1) / (before + 1) : (i - before + 1) / (count - before);
    const wanted = from + (to - from) * share;
    const daytime = agoAtDaytime(now, (now - wanted) / HOUR_MS).createdAt.getTime();
    const isFree = daytime > previous && daytime <= to;
    previous = Math.round(Math.min(to, isFree ? daytime : Math.max(wanted, previous + MINUTE_MS)));
    return { at: previous, from: i * size, to: (i + 1) * size };
  });
}

interface Done {
  sessions: readonly Session[];
  random: () => number;
}

async function insertParts(
  { em }: SeedContext,
  { user_id: userId, course_id: courseId, title }: Learner,
  { parts, sessions, random }: Done & { parts: readonly Part[] },
): Promise<void> {
  for (const [i, part] of parts.entries()) {
    const session = sessions.findLast(({ from, to }) => from < i + 1 && to > i);
    if (!session) continue;
    const at = new Date(session.at);
    const percent = Math.min(1, session.to - i);
    if (part.isLesson) {
      const { questions } = part;
      const rightAnswers = questions === null ? null : Math.max(1, questions - Math.floor(random() * 2));
      const answers = { rightAnswers, questions, answeredAt: questions === null ? null : at };
      await em.insert(LessonProgress, { userId, lessonId: part.id, courseId, createdAt: at, ...answers });
    }
    if (part.courseFileId !== null)
      await em.insert(FilePosition, {
        userId,
        courseId,
        courseFileId: part.courseFileId,
        updatedAt: at,
        furthest: percent,
        ...placeIn(part, { title, percent }),
      });
  }
}

/** Where a reader of the kind of the file reports to be. */
function placeIn({ mime, bytes, position }: Part, { title, percent }: { title: string; percent: number }) {
  if (mime === 'audio/wav') {
    const seconds = ((bytes ?? 0) - WAV_HEADER_BYTES) / WAV_BYTES_PER_SECOND;
    return { percent, position: (seconds * percent).toFixed(1) };
  }
  // A table of the demo fits in its page.
  if (mime !== 'application/pdf') return { percent: 1, position: '1.0000' };
  const file = found(courseContents[title]?.files?.[position], title);
  const pages = file.bytes().toString('latin1').split('/Type /Page ').length - 1;
  const page = Math.min(pages, Math.floor(percent * pages) + 1);
  const share = percent === 1 ? 0 : Math.round((percent * pages - page + 1) * 1_000) / 1_000;
  return { percent, position: `${page}:${share}` };
}

async function insertDays(
  { em }: SeedContext,
  { user_id: userId, course_id: courseId }: Learner,
  { sessions, random }: Done,
): Promise<void> {
  const days = Map.groupBy(sessions, ({ at }) => dayOf(at));
  await em.insertMany(
    StudyDay,
    [...days].map(([day, ofDay]) => {
      const minutes = ofDay.reduce((sum) => sum + STUDY_MINUTES * (0.5 + random()), 0);
      return { day, userId, courseId, studiedMs: Math.round(minutes * MINUTE_MS) };
    }),
  );
}

/** Six of ten learners save the files when they begin, and a few save them again on their last day. */
async function insertDownloads(
  { em }: SeedContext,
  { user_id: userId, course_id: courseId }: Learner,
  { sessions, random }: Done,
): Promise<void> {
  const files = await em.execute<{ id: string }[]>(
    'select id from course_files where course_id = ? order by position',
    [courseId],
  );
  const [first, last] = [found(sessions[0], courseId).at, found(sessions.at(-1), courseId).at];
  for (const { id: courseFileId } of files) {
    const times = [...(random() < 0.6 ? [first] : []), ...(random() < 0.15 ? [last] : [])];
    for (const [day, [at = first]] of Map.groupBy(times, dayOf))
      await em.insert(CourseDownload, { userId, courseFileId, courseId, day, createdAt: new Date(at) });
  }
}

/** Computes the progress as the product does, and the times and counters from the rows. */
async function countProgress({ em }: SeedContext): Promise<void> {
  const courses = await em.execute<{ id: string }[]>('select id from courses');
  for (const { id } of courses) await recountProgress(em, id);
  await em.execute(
    `update enrollments e set last_opened_at = d.at, progress_max = e.progress,
        completed_at = case when e.completed_at is not null then d.at end
      from (select user_id, course_id, max(at) as at from (
          select user_id, course_id, created_at as at from lesson_progress
          union all select user_id, course_id, updated_at from file_positions) t group by 1, 2) d
      where d.user_id = e.user_id and d.course_id = e.course_id`,
  );
  await em.execute(
    'update courses c set downloads = (select count(*) from course_downloads d where d.course_id = c.id)',
  );
}
