import { StepForm } from './StepForm.tsx';
import { TypeField } from './TypeField.tsx';
import { useSaveStep, type FormStepProps } from './use-save-step.ts';

const FIELDS = ['contentType'] as const;

/** The content type of an own item. */
export function TypeStep({ course, form, errors: refused }: FormStepProps) {
  const { errors, isSaving, save, submitLabel, conflict } = useSaveStep({ course, form, step: 'type', fields: FIELDS });
  const all = { ...refused, ...errors };
  return (
    <StepForm
      idPrefix="item"
      errors={all}
      submitLabel={submitLabel}
      isSaving={isSaving}
      conflict={conflict}
      onDiscard={form.isRestored ? form.discard : undefined}
      onSubmit={save}
    >
      <TypeField
        id="item-contentType"
        value={form.values.contentType}
        error={all['contentType']}
        onChange={(contentType) => form.change({ contentType })}
      />
    </StepForm>
  );
}
