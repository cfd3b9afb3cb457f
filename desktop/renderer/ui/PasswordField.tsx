import { Field, type FieldFrame } from './Field.tsx';
import { PasswordInput, type PasswordInputProps } from './PasswordInput.tsx';

interface PasswordFieldProps extends FieldFrame, Omit<PasswordInputProps, keyof FieldFrame | 'onChange' | 'children'> {
  onChange: (value: string) => void;
}

/** A field with a password; takes all props of a native input besides, except the type. */
export function PasswordField({ label, hint, error, isOptional, id, onChange, ...input }: PasswordFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional} id={id}>
      {(control) => <PasswordInput {...control} {...input} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  );
}
