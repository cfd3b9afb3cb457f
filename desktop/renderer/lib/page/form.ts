import { useState } from 'react';
import { ApiError, ValidationError } from '../http/errors.ts';

/** The part of a zod schema that a form uses. */
export interface FormSchema<Output> {
  safeParse(
    input: unknown,
  ):
    | { success: true; data: Output }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };
}

/** Messages by field, the first of each. */
export type FieldErrors = Record<string, string>;

/** Props of the control of a field. */
interface FieldProps<Value> {
  value: Value;
  error: string | undefined;
  onChange: (value: Value) => void;
}

/** State and functions of a form. */
export interface Form<Values, Output> {
  values: Values;
  errors: FieldErrors;
  isSubmitting: boolean;
  set<Key extends keyof Values>(field: Key, value: Values[Key]): void;
  /** Returns the props of the control of a field. */
  field<Key extends keyof Values & string>(field: Key): FieldProps<Values[Key]>;
  /** Validates, then sends; shows errors by field. Returns the resulting errors. */
  submit(send: (output: Output) => Promise<unknown>): Promise<FieldErrors>;
  setErrors(errors: FieldErrors): void;
}

/** Returns the errors by field of a rejection: a validation error's map, or an API error's field. */
export function fieldErrorsOf(error: unknown): FieldErrors {
  if (error instanceof ValidationError) {
    return Object.fromEntries(Object.entries(error.errors).map(([field, messages]) => [field, messages[0] ?? '']));
  }
  if (error instanceof ApiError && error.details?.field) return { [error.details.field]: error.message };
  return {};
}

/** Validates an input; returns the errors by field (`entries.0.end`), and the output when there are none. */
export function checkInput<Output>(
  schema: FormSchema<Output>,
  values: unknown,
): { errors: FieldErrors; output: Output | undefined } {
  const result = schema.safeParse(values);
  if (result.success) return { errors: {}, output: result.data };
  const errors: FieldErrors = {};
  for (const issue of result.error.issues) errors[issue.path.map(String).join('.') || 'form'] ??= issue.message;
  return { errors, output: undefined };
}

/** Holds a form's values and validates them with the input schema shared with the server. */
export function useForm<Values extends object, Output>(
  schema: FormSchema<Output>,
  initial: Values,
): Form<Values, Output> {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isSubmitting, setSubmitting] = useState(false);

  async function submit(send: (output: Output) => Promise<unknown>): Promise<FieldErrors> {
    const { errors: found, output } = checkInput(schema, values);
    setErrors(found);
    if (output === undefined || isSubmitting) return found;
    setSubmitting(true);
    try {
      await send(output);
      return {};
    } catch (error) {
      const refused = fieldErrorsOf(error);
      setErrors(refused);
      return refused;
    } finally {
      setSubmitting(false);
    }
  }

  function set<Key extends keyof Values>(field: Key, value: Values[Key]): void {
    setValues((current) => ({ ...current, [field]: value }));
    setErrors(({ [field as string]: _gone, ...rest }) => rest);
  }

  return {
    values,
    errors,
    isSubmitting,
    set,
    field: (field) => ({
      value: values[field],
      error: errors[field],
      onChange: (value) => set(field, value),
    }),
    submit,
    setErrors,
  };
}
