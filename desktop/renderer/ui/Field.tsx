import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';

/** What a control takes over from its {@link Field}. */
export interface FieldControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Props of {@link Field}. */
export interface FieldProps {
  label: string;
  /** Help that is always shown. */
  hint?: ReactNode;
  /** What is wrong with the value; undefined or empty when nothing is. */
  error?: string | undefined;
  /** Says that the field may stay empty. */
  isOptional?: boolean | undefined;
  /** The control's id, for links from an ErrorSummary; made up when missing. */
  id?: string | undefined;
  /** Draws the control with the id and descriptions it must carry. */
  children: (control: FieldControlProps) => ReactNode;
}

/** Label, control, hint and error, tied together for screen readers. */
export function Field({ label, hint, error, isOptional = false, id, children }: FieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const hasError = error !== undefined && error !== '';
  const hasHint = hint !== undefined && hint !== null && hint !== '';
  const describedBy = [hasHint && `${controlId}-hint`, hasError && `${controlId}-error`].filter(Boolean).join(' ');
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={controlId} className="font-medium text-text">
        {label}
        {isOptional && <span className="ms-1.5 font-normal text-text-muted">Optional</span>}
      </label>
      {children({
        id: controlId,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': hasError ? true : undefined,
      })}
      {hasHint && (
        <div id={`${controlId}-hint`} className="text-[0.8125rem] text-text-muted">
          {hint}
        </div>
      )}
      {hasError && (
        <p id={`${controlId}-error`} className="flex items-start gap-1.5 text-[0.8125rem] text-danger">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}
