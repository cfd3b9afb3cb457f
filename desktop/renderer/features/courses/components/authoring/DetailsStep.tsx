import { useState } from 'react';
import { useImageUpload } from '../../../../lib/http/image-upload.ts';
import { DetailsFields } from './DetailsFields.tsx';
import { StepForm } from './StepForm.tsx';
import { useSaveStep, type FormStepProps } from './use-save-step.ts';

const FIELDS = ['title', 'description', 'category'] as const;

/** The title, the description, the subject and the cover of an own item. */
export function DetailsStep({ course, form, errors: refused }: FormStepProps) {
  const upload = useImageUpload('course-image');
  const [isCoverRemoved, setIsCoverRemoved] = useState(false);
  const { errors, isSaving, save, submitLabel, conflict } = useSaveStep({
    course,
    form,
    step: 'details',
    fields: FIELDS,
    finish: async () => {
      const cover = await upload.finish();
      if (cover) return { imageFileId: cover.fileId };
      return isCoverRemoved && course.imageUrl !== null ? { imageFileId: null } : {};
    },
  });
  const all = { ...refused, ...errors };
  const submit = async (): Promise<boolean> => {
    const isSaved = await save();
    if (isSaved) upload.remove();
    return isSaved;
  };
  return (
    <StepForm
      idPrefix="item"
      errors={all}
      submitLabel={submitLabel}
      isSaving={isSaving}
      conflict={conflict}
      onDiscard={form.isRestored ? form.discard : undefined}
      onSubmit={submit}
    >
      <DetailsFields
        idPrefix="item"
        draft={form.values}
        errors={all}
        upload={upload}
        coverUrl={isCoverRemoved ? null : course.imageUrl}
        onRemoveCover={() => setIsCoverRemoved(true)}
        onChange={form.change}
      />
    </StepForm>
  );
}
