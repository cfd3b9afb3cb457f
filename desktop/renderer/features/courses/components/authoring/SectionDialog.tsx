import { useState } from 'react';
import { courseSchemas } from '#shared/api/courses.schema.ts';
import type { SectionView } from '#shared/api/courses.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { describeFailure } from '../../../../lib/http/failure.ts';
import { checkInput, fieldErrorsOf } from '../../../../lib/page/form.ts';
import { useFormDraft } from '../../../../lib/storage/use-form-draft.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { TextField } from '../../../../ui/TextField.tsx';
import { useSaveSection } from '../../api/authoring.ts';

interface SectionDialogProps {
  courseId: string;
  /** The section to rename; null adds one. */
  section: SectionView | null;
  onClose: () => void;
}

/** Adds or renames a section of an own item. */
export function SectionDialog({ courseId, section, onClose }: SectionDialogProps) {
  const place = `course-section:${section?.id ?? `new:${courseId}`}`;
  const form = useFormDraft(place, { title: section?.title ?? '' });
  const { mutateAsync: save, isPending } = useSaveSection(courseId);
  const [error, setError] = useState<string>();
  const discardAndClose = (): void => {
    form.discard();
    onClose();
  };
  const submit = async (): Promise<void> => {
    const { errors, output } = checkInput(courseSchemas.createSection.body, form.values);
    setError(errors['title']);
    if (output === undefined) return;
    try {
      if (output.title !== section?.title) await save({ sectionId: section?.id ?? null, title: output.title });
      discardAndClose();
    } catch (failed) {
      setError(fieldErrorsOf(failed)['title'] ?? describeFailure(failed).message);
    }
  };
  return (
    <FormDialog
      title={section ? 'Rename section' : 'Add a section'}
      description="A section groups lessons, such as a week or a topic."
      submitLabel={section ? 'Save' : 'Add section'}
      isSubmitting={isPending}
      onSubmit={() => void submit()}
      onCancel={discardAndClose}
      onClose={onClose}
    >
      <TextField
        label="Title"
        error={error}
        dir="auto"
        maxLength={COURSE_LIMITS.titleMaxChars}
        value={form.values.title}
        onChange={(title) => form.change({ title })}
      />
    </FormDialog>
  );
}
