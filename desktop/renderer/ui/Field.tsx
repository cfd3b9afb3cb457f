import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import type { Elements } from './elements.ts';

/** Attributes that a control receives from its {@link Field}. */
interface FieldControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** What a field shows around its control. */
export interface FieldFrame {
  label: string;
  /** Help that is always shown. */
  hint?: ReactNode;
  /** The error; undefined or empty when there is none. */
  error?: string | undefined;
  /** Shows that the field is optional. */
  isOptional?: boolean | undefined;
  /** The control's id, for links from an ErrorSummary; generated when missing. */
  id?: string | undefined;
}

interface FieldProps extends FieldFrame {
  /** Renders the control with the given attributes. */
  children: (control: FieldControlProps) => Elements;
}

/** Connects label, control, hint and error for screen readers. */
export function Field({ label, hint, error, isOptional = false, id, children }: FieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const hasError = error !== undefined && error !== '';
  const hasHint = hint !== undefined && hint !== null && hint !== '';
  const describedBy = [hasHint && `${controlId}-hint`, hasError && `${controlId}-error`].filter(Boolean).join(' ');
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={controlId} className="font-medium text-text">
        <span>{label}</span>
        {isOptional && <span className="ms-1.5 font-normal text-text-muted">Optional</span>}
      </label>
      {children({
        id: controlId,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': hasError ? true : undefined,
      })}
      {hasHint && (
        <div id={`${controlId}-hint`} className="text-small text-text-muted">
          {hint}
        </div>
      )}
      {hasError && (
        <p id={`${controlId}-error`} className="flex items-start gap-1.5 text-small text-danger">
          <CircleAlert className="mt-0.5 size-3.5 shrink-0" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
