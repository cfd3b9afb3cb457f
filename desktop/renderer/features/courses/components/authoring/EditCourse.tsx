import { useEffect, useRef, useState } from 'react';
import type { CurrentUser } from '#shared/api/auth.ts';
import { SELLING_ROLES, type CourseDetailView } from '#shared/api/courses.ts';
import type { FieldErrors } from '../../../../lib/page/form.ts';
import { useFormDraft, type FormDraft } from '../../../../lib/storage/use-form-draft.ts';
import { StatusBadge } from '../StatusBadge.tsx';
import { ContentStep } from './ContentStep.tsx';
import { DetailsStep } from './DetailsStep.tsx';
import { EditorFrame } from './EditorFrame.tsx';
import { draftOf, type ItemDraft } from './item-form.ts';
import { PreviewStep } from './PreviewStep.tsx';
import { PriceStep } from './PriceStep.tsx';
import { PublishStep } from './PublishStep.tsx';
import { errorsOfStep, type Step } from './steps.ts';
import { TypeStep } from './TypeStep.tsx';

interface EditCourseProps {
  course: CourseDetailView;
  user: CurrentUser;
  step: Step;
}

/** The steps of an own item. Entered values are stored on this device until their step is saved. */
export function EditCourse({ course, user, step }: EditCourseProps) {
  const form = useFormDraft(`course-edit:${course.id}`, draftOf(course), course.version);
  useNewRecord(course, form);
  const [refusals, setRefusals] = useState<FieldErrors>({});
  const errors = errorsOfStep(refusals, step);
  const props = { course, form, errors };
  return (
    <EditorFrame
      title="Edit item"
      text={
        <>
          <bdi className="me-2 wrap-anywhere">{course.title}</bdi>
          <StatusBadge status={course.status} />
        </>
      }
      courseId={course.id}
      step={step}
      errors={refusals}
    >
      {step === 'type' && <TypeStep {...props} />}
      {step === 'details' && <DetailsStep {...props} />}
      {step === 'content' && <ContentStep course={course} userId={user.id} errors={errors} />}
      {step === 'price' && <PriceStep {...props} canSell={SELLING_ROLES.includes(user.role)} />}
      {step === 'preview' && <PreviewStep course={course} />}
      {step === 'publish' && <PublishStep course={course} refusals={refusals} onRefused={setRefusals} />}
    </EditorFrame>
  );
}

/**
 * Shows what another window has changed; a save would otherwise undo it. A field that both have changed is left to the
 * user: the form is still based on the version before.
 */
function useNewRecord({ version, ...course }: CourseDetailView, form: FormDraft<ItemDraft>): void {
  const record = draftOf(course);
  const key = JSON.stringify([record, version]);
  const shown = useRef({ key, record });
  useEffect(() => {
    const before = shown.current;
    if (before.key === key) return;
    shown.current = { key, record };
    const areBothChanged = (Object.keys(record) as (keyof ItemDraft)[]).some((field) => {
      const values = [before.record[field], record[field], form.values[field]];
      return new Set(values).size === values.length;
    });
    form.settle(record, []);
    if (!areBothChanged) form.rebase(version);
  }, [form, key, record, version]);
}
