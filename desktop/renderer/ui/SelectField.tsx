import { Field, type FieldFrame } from './Field.tsx';
import { Select, type SelectProps } from './Select.tsx';

type SelectFieldProps<Value extends string> = FieldFrame & Omit<SelectProps<Value>, keyof FieldFrame>;

/** A field with one choice out of a few; takes all props of a native select besides. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, hint, error, isOptional, id, ...select } = props;
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional} id={id}>
      {(control) => <Select {...control} {...select} />}
    </Field>
  );
}
