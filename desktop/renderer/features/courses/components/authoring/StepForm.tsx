import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { FieldErrors } from '../../../../lib/page/form.ts';
import { Button } from '../../../../ui/Button.tsx';
import { ErrorSummary } from '../../../../ui/ErrorSummary.tsx';
import { UnsavedChanges } from '../../../../ui/UnsavedChanges.tsx';
import type { Elements } from '../../../../ui/elements.ts';

interface StepFormProps {
  /** Start of the ids of the controls: `{idPrefix}-{field}`. */
  idPrefix: string;
  errors: FieldErrors;
  submitLabel: string;
  isSaving: boolean;
  /** The comparison with a newer version, above the form; null without one. */
  conflict?: ReactElement | null;
  /** Removes the values of an earlier visit; undefined when there are none. */
  onDiscard: (() => void) | undefined;
  /** Returns whether the step was saved. */
  onSubmit: () => Promise<boolean>;
  children: Elements;
}

/** The form of a step with the errors of its fields. */
export function StepForm({
  idPrefix,
  errors,
  submitLabel,
  isSaving,
  conflict,
  onDiscard,
  onSubmit,
  children,
}: StepFormProps) {
  const summary = useRef<HTMLDivElement>(null);
  const [refused, setRefused] = useState(0);
  useEffect(() => {
    if (refused > 0) summary.current?.focus();
  }, [refused]);
  const submit = async (): Promise<void> => {
    if (!isSaving && !(await onSubmit())) setRefused((count) => count + 1);
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {conflict}
      {onDiscard && <UnsavedChanges onDiscard={onDiscard} />}
      <ErrorSummary
        ref={summary}
        errors={Object.entries(errors).map(([field, message]) => ({ fieldId: `${idPrefix}-${field}`, message }))}
      />
      {children}
      <div className="flex justify-end border-t border-border pt-4">
        <Button variant="primary" type="submit" isLoading={isSaving}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
