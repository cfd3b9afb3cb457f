import clsx from 'clsx';
import type { MouseEvent, Ref } from 'react';
import { LINK_CLASSES } from './button-classes.ts';

/** One invalid field: the id of its control and its message. */
export interface FieldErrorItem {
  fieldId: string;
  message: string;
}

interface ErrorSummaryProps {
  /** When empty, nothing is shown. */
  errors: readonly FieldErrorItem[];
  /** The form calls `ref.current.focus()` after a failed submit. */
  ref?: Ref<HTMLDivElement> | undefined;
}

function focusField(event: MouseEvent, fieldId: string): void {
  event.preventDefault();
  const field = document.querySelector<HTMLElement>(`#${CSS.escape(fieldId)}`);
  const inside = field?.querySelector<HTMLElement>('[role="radio"]');
  (inside ?? field)?.focus();
}

/** Lists all errors of a form; each is a link to its field. */
export function ErrorSummary({ errors, ref }: ErrorSummaryProps) {
  if (errors.length === 0) return null;
  return (
    <div ref={ref} role="alert" tabIndex={-1} className="rounded-md border border-danger bg-danger-soft p-3.5">
      <h2 className="font-semibold">Please correct the following</h2>
      <ul className="mt-1 list-disc ps-5">
        {errors.map(({ fieldId, message }) => (
          <li key={fieldId}>
            <a
              href={`#${fieldId}`}
              onClick={(event) => focusField(event, fieldId)}
              className={clsx(LINK_CLASSES, 'inline-block py-0.5 leading-6')}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
