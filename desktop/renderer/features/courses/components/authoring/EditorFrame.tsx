import clsx from 'clsx';
import { ArrowLeft, CircleAlert } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { hasFocus, useHeadingFocus } from '../../../../lib/page/focus.ts';
import type { FieldErrors } from '../../../../lib/page/form.ts';
import { usePageTitle } from '../../../../lib/page/page-title.ts';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import { errorsOfStep, FIRST_STEPS, stepPath, STEPS, type Step } from './steps.ts';
import type { Elements } from '../../../../ui/elements.ts';

interface EditorFrameProps {
  title: string;
  text: ReactNode;
  /** Null for a new item. */
  courseId: string | null;
  step: Step;
  /** Why the item was not published, by field. */
  errors: FieldErrors;
  children: Elements;
}

/** The page that edits an item: the list of steps beside the open one. */
export function EditorFrame({ title, text, courseId, step, errors, children }: EditorFrameProps) {
  usePageTitle(title);
  useHeadingFocus();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step && !hasFocus()) heading.current?.focus();
    shown.current = step;
  }, [step]);
  return (
    <>
      <ButtonLink to="/library?tab=created" variant="ghost" size="sm" className="mb-3 -ms-2.5">
        <ArrowLeft className="size-4 rtl:rotate-180" />
        Library
      </ButtonLink>
      <PageHeader title={title} text={text} />
      <div className="sm:grid sm:grid-cols-[11rem_minmax(0,1fr)] sm:gap-8">
        <StepList courseId={courseId} step={step} errors={errors} />
        <section aria-labelledby="step" className="min-w-0">
          <h2 ref={heading} id="step" tabIndex={-1} className="mb-4 text-medium font-semibold">
            {STEPS.find(({ value }) => value === step)?.label}
          </h2>
          {children}
        </section>
      </div>
    </>
  );
}

function StepList({ courseId, step, errors }: Pick<EditorFrameProps, 'courseId' | 'step' | 'errors'>) {
  return (
    <nav aria-label="Steps" className="mb-6 sm:mb-0">
      <ol className="flex flex-wrap gap-1 sm:sticky sm:top-22 sm:flex-col">
        {STEPS.map(({ value, label }, index) => {
          const hasError = Object.keys(errorsOfStep(errors, value)).length > 0;
          const isOpen = courseId !== null || FIRST_STEPS.includes(value);
          const content = (
            <>
              <span aria-hidden="true" className="w-4 shrink-0 text-small tabular-nums">
                {index + 1}
              </span>
              <span>{label}</span>
              {hasError && (
                <>
                  <CircleAlert className="size-4 shrink-0 text-danger" />
                  <span className="sr-only">Needs attention</span>
                </>
              )}
            </>
          );
          const shape = 'flex items-center gap-2 rounded-md px-2.5 py-1.5';
          return (
            <li key={value}>
              {isOpen ? (
                <Link
                  to={stepPath(courseId, value)}
                  aria-current={value === step ? 'step' : undefined}
                  className={clsx(
                    shape,
                    value === step
                      ? 'bg-accent-soft font-medium text-accent-text'
                      : 'text-text-muted hover:bg-surface-sunken hover:text-text',
                  )}
                >
                  {content}
                </Link>
              ) : (
                <span className={clsx(shape, 'text-text-muted opacity-60')}>{content}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
