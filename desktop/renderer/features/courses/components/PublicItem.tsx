import { Download, Eye } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { PublicCourseDetailView } from '#shared/api/courses.ts';
import { lazily } from '../../../lib/lazily.tsx';
import { formatBytes } from '../../../lib/page/bytes.ts';
import { itemPath } from '../../../lib/page/item-path.ts';
import { Button } from '../../../ui/Button.tsx';
import { buttonClasses } from '../../../ui/button-classes.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { LinkedText } from '../../../ui/LinkedText.tsx';
import { Name } from '../../../ui/Name.tsx';
import { readerKindOf } from '../../../ui/reader/reader-file.ts';
import { Stars } from '../../../ui/Stars.tsx';
import { Time } from '../../../ui/Time.tsx';
import { CONTENT_TYPES } from '../content-types.ts';
import { captionsOf, filesText, formatOf } from '../file-facts.ts';
import { formatPrice } from '../price.ts';
import { Cover } from './Cover.tsx';
import type { Elements } from '../../../ui/elements.ts';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

const ReaderDialog = lazily(async () => (await import('../../../ui/reader/ReaderDialog.tsx')).ReaderDialog);

/** A published item for visitors: what it is, what is in it, and the way to join it. */
export function PublicItem({ course }: { course: PublicCourseDetailView }) {
  const { label } = CONTENT_TYPES[course.contentType];
  const lessons = course.sections.reduce((sum, section) => sum + section.lessons.length, 0);
  return (
    <div className="flex flex-col gap-8 lg:grid lg:grid-cols-[minmax(0,1fr)_18rem] lg:gap-12">
      <article className="flex min-w-0 flex-col gap-8">
        <header>
          <Cover course={course} className="aspect-[5/2] w-full rounded-lg" iconClassName="size-10" />
          <p className="mt-5 text-small text-text-muted">
            <span>{label}</span>
            {course.category !== null && <span>{` · ${course.category}`}</span>}
          </p>
          <h1
            tabIndex={-1}
            dir="auto"
            className="mt-1 font-serif text-3xl leading-tight font-semibold tracking-tight wrap-anywhere outline-none sm:text-4xl"
          >
            {course.title}
          </h1>
          <p className="mt-2 text-text-muted">
            By <Name className="font-medium text-text">{course.author.fullName}</Name>
          </p>
          <Rating course={course} />
          <p className="mt-2 text-lg font-semibold tabular-nums">{formatPrice(course.price, course.currency)}</p>
          <WaysIn course={course} />
        </header>
        <Part id="about" title={`About this ${label.toLowerCase()}`}>
          <LinkedText className="max-w-[680px] leading-relaxed">{course.description}</LinkedText>
        </Part>
        {lessons > 0 && (
          <Part id="lessons" title="Lessons">
            <Sections sections={course.sections} />
          </Part>
        )}
        {course.files.length > 0 && (
          <Part id="files" title="Files">
            <Files files={course.files} />
          </Part>
        )}
      </article>
      <aside aria-label="About the item" className="flex flex-col gap-4">
        <Facts course={course} lessons={lessons} />
      </aside>
    </div>
  );
}

function Rating({ course: { rating, reviews } }: { course: PublicCourseDetailView }) {
  if (rating === null) return null;
  return (
    <p className="mt-2 flex items-center gap-2 text-text-muted">
      <Stars rating={rating} />
      <span>
        <span aria-hidden="true">{`${rating.toLocaleString(OWN_LOCALE, { maximumFractionDigits: 1 })} · `}</span>
        <span>{reviews === 1 ? '1 review' : `${reviews.toLocaleString(OWN_LOCALE)} reviews`}</span>
      </span>
    </p>
  );
}

function WaysIn({ course }: { course: PublicCourseDetailView }) {
  // After sign-in this is the page of the item for the role.
  const next = encodeURIComponent(itemPath(course.id, undefined));
  return (
    <p className="mt-4 flex flex-wrap gap-2">
      <ButtonLink to={`/auth?next=${next}`} variant="primary" size="lg">
        {course.price === 0 ? 'Log in to enroll' : 'Log in to buy'}
      </ButtonLink>
      <ButtonLink to={`/auth?mode=register&next=${next}`} size="lg">
        Create an account
      </ButtonLink>
    </p>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: Elements }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 font-serif text-xl font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Sections({ sections }: Pick<PublicCourseDetailView, 'sections'>) {
  return (
    <Card className="flex flex-col gap-4">
      {sections
        .filter(({ lessons }) => lessons.length > 0)
        .map((section) => (
          <section key={section.id}>
            <h3 dir="auto" className="font-semibold wrap-anywhere">
              {section.title}
            </h3>
            <ol className="mt-1.5 flex list-decimal flex-col gap-1.5 ps-6 marker:text-text-muted">
              {section.lessons.map(({ id, title }) => (
                <li key={id} dir="auto" className="wrap-anywhere">
                  {title}
                </li>
              ))}
            </ol>
          </section>
        ))}
    </Card>
  );
}

function Files({ files }: Pick<PublicCourseDetailView, 'files'>) {
  return (
    <Card isFlush>
      <ul aria-labelledby="files" className="divide-y divide-border">
        {files.map((file) => (
          <li key={file.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3">
            <span dir="auto" className="min-w-0 flex-1 font-medium wrap-anywhere">
              {file.title}
            </span>
            <span className="text-small text-text-muted">{`${formatOf(file)} · ${formatBytes(file.size)}`}</span>
            {file.url !== null && <Preview file={file} files={files} url={file.url} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

type PublicFile = PublicCourseDetailView['files'][number];

/** Opens a file that everyone may read; one that cannot be shown is saved. */
function Preview({ file, files, url }: { file: PublicFile; files: readonly PublicFile[]; url: string }) {
  const [isOpen, setIsOpen] = useState(false);
  if (readerKindOf(file.type) === null) {
    return (
      <a href={`${url}?download=1`} download={file.name} className={buttonClasses('secondary', 'sm')}>
        <Download className="size-4" />
        Download
        <span className="sr-only"> {file.title}</span>
      </a>
    );
  }
  return (
    <>
      <Button size="sm" onClick={() => setIsOpen(true)}>
        <Eye className="size-4" />
        Preview
        <span className="sr-only"> {file.title}</span>
      </Button>
      {isOpen && (
        <ReaderDialog
          file={file}
          url={url}
          downloadUrl={`${url}?download=1`}
          captions={captionsOf(file, files)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

function Facts({ course, lessons }: { course: PublicCourseDetailView; lessons: number }) {
  const facts: [name: string, value: ReactNode][] = [
    ['Updated', <Time key="updated" iso={course.updatedAt} format="date" />],
    ['Learners', course.enrollments.toLocaleString(OWN_LOCALE)],
  ];
  if (lessons > 0) facts.push(['Lessons', lessons.toLocaleString(OWN_LOCALE)]);
  if (course.files.length > 0) facts.push(['Files', filesText(course.files)]);
  return (
    <Card as="section" aria-labelledby="item-facts">
      <h2 id="item-facts" className="font-semibold">
        Facts
      </h2>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-small [&_dt]:text-text-muted">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
