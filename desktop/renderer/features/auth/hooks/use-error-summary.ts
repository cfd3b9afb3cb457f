import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { FieldErrors } from '../../../lib/form.ts';
import type { FieldErrorItem } from '../../../ui/ErrorSummary.tsx';

/** Which form the summary is of: its controls have the ids `{prefix}-{field}`. */
export interface SummaryOf {
  prefix: string;
  /** Names of the fields in reading order. */
  fields: readonly string[];
  errors: FieldErrors;
}

/**
 * The items of a form's error summary in reading order, its ref, and the function that moves focus to it once it
 * stands.
 */
export function useErrorSummary({ prefix, fields, errors }: SummaryOf): {
  items: readonly FieldErrorItem[];
  ref: RefObject<HTMLDivElement | null>;
  focus: () => void;
} {
  const ref = useRef<HTMLDivElement>(null);
  const [askedCount, setAskedCount] = useState(0);
  useEffect(() => {
    if (askedCount > 0) ref.current?.focus();
  }, [askedCount]);
  const items = fields.flatMap((field) => {
    const message = errors[field];
    return message === undefined ? [] : [{ fieldId: `${prefix}-${field}`, message }];
  });
  return { items, ref, focus: () => setAskedCount((count) => count + 1) };
}
