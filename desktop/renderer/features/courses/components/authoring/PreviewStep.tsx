import type { CourseDetailView } from '#shared/api/courses.ts';
import { formatBytes } from '../../../../lib/page/bytes.ts';
import { Badge } from '../../../../ui/Badge.tsx';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { LinkedText } from '../../../../ui/LinkedText.tsx';
import { Name } from '../../../../ui/Name.tsx';
import { CONTENT_TYPES } from '../../content-types.ts';
import { formatPrice } from '../../price.ts';
import { Cover } from '../library/Cover.tsx';
import { LESSON_KINDS } from './lesson-kinds.ts';
import { stepPath } from './steps.ts';

/** How others see an own item. */
export function PreviewStep({ course }: { course: CourseDetailView }) {
  return (
    <div className="flex flex-col gap-5">
      <Card as="article" isFlush className="overflow-hidden" aria-label="Preview">
        <Cover course={course} />
        <div className="flex flex-col gap-4 p-5">
          <div>
            <p className="text-small text-text-muted">
              <span>{CONTENT_TYPES[course.contentType].label}</span>
              {course.category !== null && <span>{` · ${course.category}`}</span>}
            </p>
            <h3 dir="auto" className="font-serif text-title leading-tight font-semibold wrap-anywhere">
              {course.title}
            </h3>
            <p className="mt-1 text-text-muted">
              by <Name>{course.author.fullName}</Name> ·{' '}
              <span className="font-semibold text-text">{formatPrice(course.price, course.currency)}</span>
            </p>
          </div>
          {course.description === '' ? (
            <p className="text-text-muted">No description yet.</p>
          ) : (
            <LinkedText className="leading-relaxed">{course.description}</LinkedText>
          )}
          <PreviewOutline course={course} />
          <PreviewFiles course={course} />
        </div>
      </Card>
      <div className="flex flex-wrap justify-end gap-2 border-t border-border pt-4">
        <ButtonLink to={`/library?item=${course.id}`}>Open the whole page</ButtonLink>
        <ButtonLink to={stepPath(course.id, 'publish')} variant="primary">
          Continue
        </ButtonLink>
      </div>
    </div>
  );
}

function PreviewOutline({ course: { sections } }: { course: CourseDetailView }) {
  if (sections.length === 0) return null;
  return (
    <div>
      <h4 className="font-semibold">Lessons</h4>
      <ol className="mt-1 space-y-2">
        {sections.map((section) => (
          <li key={section.id}>
            <p dir="auto" className="font-medium wrap-anywhere">
              {section.title}
            </p>
            <ol className="space-y-1 ps-4">
              {section.lessons.map((lesson) => {
                const { label, icon: Icon } = LESSON_KINDS[lesson.kind];
                return (
                  <li key={lesson.id} className="flex items-center gap-2 text-text-muted">
                    <Icon aria-label={label} className="size-4 shrink-0" />
                    <Name className="min-w-0 wrap-anywhere">{lesson.title}</Name>
                    {lesson.isPreview && <Badge>Preview</Badge>}
                  </li>
                );
              })}
            </ol>
          </li>
        ))}
      </ol>
    </div>
  );
}

function PreviewFiles({ course: { files } }: { course: CourseDetailView }) {
  if (files.length === 0) return null;
  return (
    <div>
      <h4 className="font-semibold">Files</h4>
      <ul className="mt-1 space-y-1">
        {files.map((file) => (
          <li key={file.id} className="flex flex-wrap items-center gap-2 text-text-muted">
            <Name className="min-w-0 wrap-anywhere">{file.title}</Name>
            <span className="text-small">{formatBytes(file.size)}</span>
            {file.isPreview && <Badge>Preview</Badge>}
          </li>
        ))}
      </ul>
    </div>
  );
}
