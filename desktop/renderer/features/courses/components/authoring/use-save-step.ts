import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { courseSchemas } from '#shared/api/courses.schema.ts';
import type { CourseDetailView, EditCourseInput } from '#shared/api/courses.ts';
import { describeFailure } from '../../../../lib/http/failure.ts';
import { checkInput, fieldErrorsOf, type FieldErrors } from '../../../../lib/page/form.ts';
import { toast } from '../../../../lib/page/toasts.ts';
import type { FormDraft } from '../../../../lib/storage/use-form-draft.ts';
import { useEditCourse } from '../../api/authoring.ts';
import { changesOf, draftOf, type ItemDraft } from './item-form.ts';
import { stepAfter, stepPath, type Step } from './steps.ts';

/** Props of the steps that are forms. */
export interface FormStepProps {
  course: CourseDetailView;
  form: FormDraft<ItemDraft>;
  /** Why the fields of the step kept the item from being published. */
  errors: FieldErrors;
}

interface SaveStep extends Pick<FormStepProps, 'course' | 'form'> {
  step: Step;
  /** The fields of the step. */
  fields: readonly (keyof ItemDraft)[];
  /** Waits for parts beside the fields, such as an uploaded cover, and returns them. */
  finish?: () => Promise<EditCourseInput>;
  /** Returns errors that the schema does not find. */
  check?: () => FieldErrors;
}

/** Saves a step of an item. A draft continues with the next step, another item stays at the step. */
export function useSaveStep({ course, form, step, fields, finish, check }: SaveStep) {
  const navigate = useNavigate();
  const { mutateAsync: edit } = useEditCourse(course.id);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isSaving, setIsSaving] = useState(false);
  const isDraft = course.status === 'draft';

  const send = async (changes: EditCourseInput): Promise<void> => {
    const input = { ...changes, ...(await finish?.()) };
    const saved = Object.keys(input).length === 0 ? course : await edit(input);
    form.settle(draftOf(saved), fields);
    if (isDraft) void navigate(stepPath(course.id, stepAfter(step)));
    else toast({ title: 'Item saved' });
  };
  const save = async (): Promise<boolean> => {
    const changes = changesOf(course, form.values, fields);
    const isChanged = Object.keys(changes).length > 0;
    const found = {
      ...(isChanged && checkInput<unknown>(courseSchemas.editCourse.body, changes).errors),
      ...check?.(),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) return false;
    setIsSaving(true);
    try {
      await send(changes);
      return true;
    } catch (error) {
      const refused = fieldErrorsOf(error);
      const field = step === 'type' ? 'contentType' : step === 'price' ? 'price' : 'title';
      setErrors(Object.keys(refused).length > 0 ? refused : { [field]: describeFailure(error).message });
      return false;
    } finally {
      setIsSaving(false);
    }
  };
  return { errors, isSaving, save, submitLabel: isDraft ? 'Save and continue' : 'Save' };
}
