import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { CourseDetailView } from '#shared/api/courses.ts';
import { describeFailure } from '../../../../lib/http/failure.ts';
import { fieldErrorsOf, type FieldErrors } from '../../../../lib/page/form.ts';
import { toast } from '../../../../lib/page/toasts.ts';
import { Button } from '../../../../ui/Button.tsx';
import { LINK_CLASSES } from '../../../../ui/button-classes.ts';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { ErrorPanel } from '../../../../ui/ErrorPanel.tsx';
import { useRemoveCourse, useSetPublished } from '../../api/authoring.ts';
import { ChangeLog } from './ChangeLog.tsx';
import { stepOfField, stepPath, STEPS } from './steps.ts';

interface PublishStepProps {
  course: CourseDetailView;
  /** Why the item was not published, by field. */
  refusals: FieldErrors;
  onRefused: (refusals: FieldErrors) => void;
}

const STATES = {
  draft: 'Only you see this item. After you publish it, every member finds it in Courses.',
  published: 'Every member finds this item in Courses.',
  archived: 'Only you and its learners see this item. No one else can enroll.',
} as const;

/** Publishes, unpublishes or deletes an own item, and notifies its learners of changes. */
export function PublishStep({ course, refusals, onRefused }: PublishStepProps) {
  const { mutateAsync: setPublished, isPending } = useSetPublished(course.id);
  const [failure, setFailure] = useState<unknown>(null);
  const [isUnpublishing, setIsUnpublishing] = useState(false);
  const publish = async (): Promise<void> => {
    setFailure(null);
    onRefused({});
    try {
      await setPublished(true);
      toast({ title: 'Item published' });
    } catch (error) {
      const refused = fieldErrorsOf(error);
      if (Object.keys(refused).length > 0) onRefused(refused);
      else setFailure(error);
    }
  };
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-4">
        <p>{STATES[course.status]}</p>
        <Refusals courseId={course.id} refusals={refusals} />
        {failure !== null && <ErrorPanel {...describeFailure(failure)} />}
        <div className="flex flex-wrap gap-2">
          {course.status === 'published' ? (
            <Button onClick={() => setIsUnpublishing(true)}>Unpublish</Button>
          ) : (
            <Button variant="primary" isLoading={isPending} onClick={() => void publish()}>
              {course.publishedAt === null ? 'Publish' : 'Publish again'}
            </Button>
          )}
          <ButtonLink to={`/library?item=${course.id}`}>Open the item</ButtonLink>
          {course.enrollments > 0 && <ButtonLink to={`/library?learners=${course.id}`}>Learners</ButtonLink>}
        </div>
      </div>
      {course.publishedAt !== null && <ChangeLog course={course} />}
      <DeleteItem course={course} />
      {isUnpublishing && (
        <ConfirmDialog
          title="Unpublish this item?"
          description={
            course.enrollments === 0
              ? 'It becomes a draft that only you see. You can publish it again.'
              : 'It is no longer listed in Courses. Its learners keep access. You can publish it again.'
          }
          confirmLabel="Unpublish"
          onConfirm={async () => void (await setPublished(false))}
          onClose={() => setIsUnpublishing(false)}
        />
      )}
    </div>
  );
}

/** Lists why an item was not published; each reason leads to its step. */
function Refusals({ courseId, refusals }: { courseId: string; refusals: FieldErrors }) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), [refusals]);
  const entries = Object.entries(refusals);
  if (entries.length === 0) return null;
  return (
    <div ref={alert} role="alert" tabIndex={-1} className="rounded-md border border-danger bg-danger-soft p-3.5">
      <h3 className="font-semibold">The item was not published</h3>
      <ul className="mt-1 list-disc ps-5">
        {entries.map(([field, message]) => {
          const step = stepOfField(field);
          return (
            <li key={field} className="py-0.5">
              <span>{`${message} (`}</span>
              <Link to={stepPath(courseId, step)} className={LINK_CLASSES}>
                {STEPS.find(({ value }) => value === step)?.label}
              </Link>
              <span>)</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function DeleteItem({ course }: { course: CourseDetailView }) {
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync: remove } = useRemoveCourse(course.id);
  const hasLearners = course.enrollments > 0;
  const confirm = async (): Promise<void> => {
    const { status } = await remove();
    toast(
      status === 'deleted'
        ? { title: 'Item deleted' }
        : { title: 'Item archived', description: 'Its learners keep access.' },
    );
    if (status === 'deleted') void navigate('/library?tab=created', { replace: true });
  };
  if (course.status === 'archived' && hasLearners) return null;
  return (
    <section aria-labelledby="delete-item" className="border-t border-border pt-5">
      <h3 id="delete-item" className="font-semibold">
        Delete this item
      </h3>
      <p className="mt-0.5 mb-3 text-text-muted">
        {hasLearners
          ? 'It is archived, because it has learners: they keep access, and no one else can enroll.'
          : 'Its files and lessons are deleted as well.'}
      </p>
      <Button onClick={() => setIsAsking(true)}>Delete item</Button>
      {isAsking && (
        <ConfirmDialog
          title="Delete this item?"
          description={
            hasLearners
              ? 'It will be archived: learners keep access, and no one else can enroll.'
              : "Its files and lessons will be deleted. This can't be undone."
          }
          confirmLabel="Delete item"
          onConfirm={confirm}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  );
}
