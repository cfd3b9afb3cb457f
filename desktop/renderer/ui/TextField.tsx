import type { ComponentProps } from 'react';
import { Field, type FieldFrame } from './Field.tsx';
import { TextInput } from './TextInput.tsx';

interface TextFieldProps extends FieldFrame, Omit<ComponentProps<'input'>, keyof FieldFrame | 'onChange' | 'children'> {
  onChange: (value: string) => void;
}

/** A field with a line of text; takes all props of a native input besides. */
export function TextField({ label, hint, error, isOptional, id, onChange, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional} id={id}>
      {(control) => <TextInput {...control} {...input} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  );
}
