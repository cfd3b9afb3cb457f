import { Field, type FieldFrame } from './Field.tsx';
import { Textarea, type TextareaProps } from './Textarea.tsx';

interface TextareaFieldProps extends FieldFrame, Omit<TextareaProps, keyof FieldFrame | 'onChange' | 'children'> {
  onChange: (value: string) => void;
}

/** A field with several lines of text; takes all props of a native textarea besides. */
export function TextareaField({ label, hint, error, isOptional, id, onChange, ...textarea }: TextareaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional} id={id}>
      {(control) => <Textarea {...control} {...textarea} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  );
}
