import type { CourseDetailView } from '#shared/api/courses.ts';
import { Card } from '../../../ui/Card.tsx';
import { LinkedText } from '../../../ui/LinkedText.tsx';
import { Time } from '../../../ui/Time.tsx';
import { officeHoursText } from '../../users/office-hours.ts';
import { CONTENT_TYPES } from '../content-types.ts';
import { filesText } from '../file-facts.ts';
import { lessonsOf } from '../lessons.ts';
import { ItemFiles } from './ItemFiles.tsx';
import { Outline } from './Outline.tsx';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

/** What an item is, its lessons, its files and its changes. */
export function ItemContent({ course }: { course: CourseDetailView }) {
  return (
    <>
      {course.description !== '' && (
        <section aria-labelledby="item-description">
          <h2 id="item-description" className="mb-2 font-serif text-xl font-semibold">
            {`About this ${CONTENT_TYPES[course.contentType].label.toLowerCase()}`}
          </h2>
          <LinkedText className="max-w-[680px] leading-relaxed">{course.description}</LinkedText>
        </section>
      )}
      {lessonsOf(course).length > 0 && (
        <section aria-labelledby="item-outline">
          <h2 id="item-outline" className="mb-3 font-serif text-xl font-semibold">
            Lessons
          </h2>
          <Card>
            <Outline course={course} currentId={null} />
          </Card>
        </section>
      )}
      <ItemFiles course={course} />
      <Changes course={course} />
    </>
  );
}

const ANSWER_WORDS = { 1: 'an hour', 24: 'a day', 72: 'three days', 168: 'a week' } as const;

/** What the numbers of an item say. */
export function ItemFacts({ course }: { course: CourseDetailView }) {
  const files = filesText(course.files);
  const lessons = lessonsOf(course).length;
  return (
    <Card as="section" aria-labelledby="item-facts">
      <h2 id="item-facts" className="font-semibold">
        Facts
      </h2>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-small [&>dt]:text-text-muted">
        <dt>Updated</dt>
        <dd>
          <Time iso={course.updatedAt} format="date" />
        </dd>
        <dt>Learners</dt>
        <dd>{course.enrollments.toLocaleString(OWN_LOCALE)}</dd>
        <dt>Downloads</dt>
        <dd>{course.downloads.toLocaleString(OWN_LOCALE)}</dd>
        {course.completionPercent !== null && (
          <>
            <dt>Completed by</dt>
            <dd>{`${course.completionPercent}% of learners`}</dd>
          </>
        )}
        {lessons > 0 && (
          <>
            <dt>Lessons</dt>
            <dd>{lessons.toLocaleString(OWN_LOCALE)}</dd>
          </>
        )}
        {files !== null && (
          <>
            <dt>Files</dt>
            <dd>{files}</dd>
          </>
        )}
        {course.answersWithinHours !== null && (
          <>
            <dt>Author</dt>
            <dd title="At least half of the latest questions about items of the author were answered within this time">
              {`Usually answers within ${ANSWER_WORDS[course.answersWithinHours]}`}
            </dd>
          </>
        )}
        {course.officeHours !== null && (
          <>
            <dt>Office hours</dt>
            <dd title="In your time zone">{officeHoursText(course.officeHours)}</dd>
          </>
        )}
      </dl>
    </Card>
  );
}

function Changes({ course: { changes } }: { course: CourseDetailView }) {
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby="item-changes">
      <h2 id="item-changes" className="mb-2 font-serif text-xl font-semibold">
        Changes
      </h2>
      <ul className="flex flex-col gap-3">
        {changes.map(({ id, note, createdAt }) => (
          <li key={id} className="border-s-2 border-border ps-3">
            <Time iso={createdAt} format="date" className="text-small text-text-muted" />
            <LinkedText className="leading-relaxed">{note}</LinkedText>
          </li>
        ))}
      </ul>
    </section>
  );
}
