import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { createLessonSchema } from '#shared/api/courses.schema.ts';
import type { CourseDetailView, LessonEntry, LessonView } from '#shared/api/courses.ts';
import { describeFailure } from '../../../../lib/http/failure.ts';
import { checkInput, fieldErrorsOf, type FieldErrors } from '../../../../lib/page/form.ts';
import { useFormDraft, type FormDraft } from '../../../../lib/storage/use-form-draft.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { ErrorSummary } from '../../../../ui/ErrorSummary.tsx';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { UnsavedChanges } from '../../../../ui/UnsavedChanges.tsx';
import { useVersionConflict } from '../../../../ui/use-version-conflict.tsx';
import { ownLessonQuery, useCreateLesson, useEditLesson } from '../../api/authoring.ts';
import {
  describeLesson,
  LESSON_PARTS,
  lessonChangesOf,
  lessonDraftOf,
  lessonInputOf,
  type LessonDraft,
} from './lesson-form.ts';
import { LessonFields } from './LessonFields.tsx';

interface LessonDialogProps {
  course: CourseDetailView;
  /** The section of the lesson. */
  sectionId: string;
  /** The lesson to edit; null adds one. */
  lesson: LessonEntry | null;
  onClose: () => void;
}

/** Adds or edits a lesson of an own item. */
export function LessonDialog({ course, sectionId, lesson, onClose }: LessonDialogProps) {
  if (lesson === null) return <LessonForm course={course} sectionId={sectionId} lesson={null} onClose={onClose} />;
  return <LessonEditor course={course} sectionId={sectionId} lesson={lesson} onClose={onClose} />;
}

/** Loads the content of a lesson, then edits it. */
function LessonEditor({ course, sectionId, lesson, onClose }: LessonDialogProps & { lesson: LessonEntry }) {
  const query = useQuery(ownLessonQuery(course.id, lesson.id));
  if (query.data !== undefined)
    return <LessonForm course={course} sectionId={sectionId} lesson={query.data} onClose={onClose} />;
  return (
    <Dialog title="Edit lesson" onClose={onClose}>
      <QueryState query={query} skeleton={<Skeleton className="h-64 w-full" />} />
    </Dialog>
  );
}

interface LessonFormProps extends Omit<LessonDialogProps, 'lesson'> {
  lesson: LessonView | null;
}

function LessonForm({ course, sectionId, lesson, onClose }: LessonFormProps) {
  const id = useId();
  const form = useFormDraft(
    `course-lesson:${lesson?.id ?? `new:${sectionId}`}`,
    lessonDraftOf(lesson),
    lesson?.version,
  );
  const discardAndClose = (): void => {
    form.discard();
    onClose();
  };
  const { errors, isSaving, save, conflict } = useSaveLesson({
    course,
    sectionId,
    lesson,
    form,
    onSaved: discardAndClose,
  });
  const summary = useRef<HTMLDivElement>(null);
  const [refused, setRefused] = useState(0);
  useEffect(() => {
    if (refused > 0) summary.current?.focus();
  }, [refused]);
  const submit = async (): Promise<void> => {
    if (!(await save())) setRefused((count) => count + 1);
  };
  if (conflict) return conflict;
  return (
    <FormDialog
      size="lg"
      title={lesson ? 'Edit lesson' : 'Add a lesson'}
      submitLabel={lesson ? 'Save' : 'Add lesson'}
      isSubmitting={isSaving}
      onSubmit={() => void submit()}
      onCancel={discardAndClose}
      onClose={onClose}
    >
      {form.isRestored && <UnsavedChanges onDiscard={form.discard} />}
      <ErrorSummary
        ref={summary}
        errors={Object.entries(errors).map(([field, message]) => ({ fieldId: `${id}-${field}`, message }))}
      />
      <LessonFields
        idPrefix={id}
        draft={form.values}
        errors={errors}
        files={course.files}
        isNew={lesson === null}
        onChange={form.change}
      />
    </FormDialog>
  );
}

interface Saving extends Pick<LessonFormProps, 'course' | 'sectionId' | 'lesson'> {
  form: FormDraft<LessonDraft>;
  onSaved: () => void;
}

function useSaveLesson({ course, sectionId, lesson, form, onSaved }: Saving) {
  const draft = form.values;
  const client = useQueryClient();
  const { mutateAsync: create, isPending: isCreating } = useCreateLesson(course.id);
  const { mutateAsync: edit, isPending: isEditing } = useEditLesson(course.id);
  const [errors, setErrors] = useState<FieldErrors>({});
  /** Returns false when the input was refused. */
  const save = async (version = form.version): Promise<boolean> => {
    const input = lessonInputOf(draft, sectionId);
    const { errors: found } = checkInput<unknown>(createLessonSchema, input);
    setErrors(found);
    if (Object.keys(found).length > 0) return false;
    try {
      if (lesson === null) await create(input);
      else {
        const body = lessonChangesOf(lesson, draft);
        if (Object.keys(body).length > 0) await edit({ lessonId: lesson.id, version, body });
      }
      onSaved();
      return true;
    } catch (failed) {
      if (await conflict.catchStale(failed)) return true;
      const refused = fieldErrorsOf(failed);
      setErrors(Object.keys(refused).length > 0 ? refused : { title: describeFailure(failed).message });
      return false;
    }
  };
  const conflict = useVersionConflict({
    form,
    what: 'This lesson',
    parts: LESSON_PARTS,
    describe: (values, part) => describeLesson(values, part, course.files),
    isSaving: isCreating || isEditing,
    load: async () => {
      const newer = await client.fetchQuery({ ...ownLessonQuery(course.id, lesson?.id ?? ''), staleTime: 0 });
      return { values: lessonDraftOf(newer), version: newer.version };
    },
    save: (version) => void save(version),
    onClose: onSaved,
  });
  return { errors, isSaving: isCreating || isEditing, save, conflict: conflict.dialog };
}
