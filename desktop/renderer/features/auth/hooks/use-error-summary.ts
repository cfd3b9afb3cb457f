import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { FieldErrors } from '../../../lib/page/form.ts';
import type { FieldErrorItem } from '../../../ui/ErrorSummary.tsx';

/** The form of a summary; its controls have the ids `{prefix}-{field}`. */
interface SummaryOf {
  prefix: string;
  /** Names of the fields in reading order. */
  fields: readonly string[];
  errors: FieldErrors;
}

/** Returns the items of a form's error summary in reading order, its ref, and the function that moves focus to it. */
export function useErrorSummary({ prefix, fields, errors }: SummaryOf): {
  items: readonly FieldErrorItem[];
  ref: RefObject<HTMLDivElement | null>;
  focus: () => void;
} {
  const ref = useRef<HTMLDivElement>(null);
  const [focusCount, setFocusCount] = useState(0);
  useEffect(() => {
    if (focusCount > 0) ref.current?.focus();
  }, [focusCount]);
  const items = fields.flatMap((field) => {
    const message = errors[field];
    return message === undefined ? [] : [{ fieldId: `${prefix}-${field}`, message }];
  });
  return { items, ref, focus: () => setFocusCount((count) => count + 1) };
}
