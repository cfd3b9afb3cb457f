import type { CourseDetailView } from '#shared/api/courses.ts';
import type { FieldErrors } from '../../../../lib/page/form.ts';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { Files } from './Files.tsx';
import { Outline } from './Outline.tsx';
import { stepPath } from './steps.ts';
import { useDrag } from './use-drag.ts';
import { useOrder } from './use-order.ts';

interface ContentStepProps {
  course: CourseDetailView;
  userId: string;
  /** Why the item was not published. */
  errors: FieldErrors;
}

/** The files and the lessons of an own item; every change is stored at once. */
export function ContentStep({ course, userId, errors }: ContentStepProps) {
  const moves = useOrder(course);
  const drag = useDrag();
  const messages = Object.values(errors);
  return (
    <div className="flex flex-col gap-8">
      {messages.length > 0 && (
        <div role="alert" className="rounded-md border border-danger bg-danger-soft p-3.5">
          {messages.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </div>
      )}
      <p role="status" className="sr-only">
        {moves.announcement}
      </p>
      <Files course={course} userId={userId} moves={moves} drag={drag} />
      <Outline course={course} moves={moves} drag={drag} />
      {course.status === 'draft' && (
        <div className="flex justify-end border-t border-border pt-4">
          <ButtonLink to={stepPath(course.id, 'price')} variant="primary">
            Continue
          </ButtonLink>
        </div>
      )}
    </div>
  );
}
