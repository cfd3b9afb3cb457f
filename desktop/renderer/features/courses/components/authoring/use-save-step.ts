import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { courseSchemas } from '#shared/api/courses.schema.ts';
import type { CourseDetailView, EditCourseInput } from '#shared/api/courses.ts';
import { describeFailure } from '../../../../lib/http/failure.ts';
import { checkInput, fieldErrorsOf, type FieldErrors } from '../../../../lib/page/form.ts';
import { toast } from '../../../../lib/page/toasts.ts';
import type { FormDraft } from '../../../../lib/storage/use-form-draft.ts';
import { useVersionConflict } from '../../../../ui/use-version-conflict.tsx';
import { useEditCourse } from '../../api/authoring.ts';
import { courseQuery } from '../../api/queries.ts';
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

/** Names of the fields that are compared. */
const PARTS: Record<keyof ItemDraft, string> = {
  contentType: 'Type',
  title: 'Title',
  description: 'Description',
  category: 'Subject',
  isPaid: 'Paid',
  price: 'Price',
};

/** Saves a step of an item. A draft continues with the next step, another item stays at the step. */
export function useSaveStep({ course, form, step, fields, finish, check }: SaveStep) {
  const navigate = useNavigate();
  const { mutateAsync: edit } = useEditCourse(course.id);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isSaving, setIsSaving] = useState(false);
  const isDraft = course.status === 'draft';

  const send = async (changes: EditCourseInput, version: string): Promise<void> => {
    const input = { ...changes, ...(await finish?.()) };
    const isChanged = Object.keys(input).length > 0;
    const saved = isChanged ? await edit({ version, body: input }) : course;
    form.settle(draftOf(saved), fields);
    if (isChanged) form.rebase(saved.version);
    if (isDraft) void navigate(stepPath(course.id, stepAfter(step)));
    else toast({ title: 'Item saved' });
  };
  const save = async (version = form.version): Promise<boolean> => {
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
      await send(changes, version);
      return true;
    } catch (error) {
      if (await conflict.catchStale(error)) return false;
      const refused = fieldErrorsOf(error);
      const field = step === 'type' ? 'contentType' : step === 'price' ? 'price' : 'title';
      setErrors(Object.keys(refused).length > 0 ? refused : { [field]: describeFailure(error).message });
      return false;
    } finally {
      setIsSaving(false);
    }
  };
  const conflict = useStepConflict({ course, form, fields, isSaving, save: (version) => void save(version) });
  return {
    errors,
    isSaving,
    save: () => save(),
    conflict: conflict.dialog,
    submitLabel: isDraft ? 'Save and continue' : 'Save',
  };
}

type StepConflict = Pick<SaveStep, 'course' | 'form' | 'fields'> & {
  isSaving: boolean;
  save: (version: string) => void;
};

/** Compares the fields of a step with an item that was changed meanwhile. */
function useStepConflict({ course, form, fields, isSaving, save }: StepConflict) {
  const client = useQueryClient();
  return useVersionConflict({
    form: { ...form, discard: () => undefined },
    what: 'This item',
    parts: Object.fromEntries(fields.map((field) => [field, PARTS[field]])),
    isSaving,
    load: async () => {
      const newer = await client.fetchQuery({ ...courseQuery(course.id), staleTime: 0 });
      return { values: draftOf(newer), version: newer.version };
    },
    save,
    onClose: (newer) => {
      form.settle(newer.values, fields);
      form.rebase(newer.version);
    },
  });
}
