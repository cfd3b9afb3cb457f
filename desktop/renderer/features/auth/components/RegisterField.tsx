import type { ReactNode } from 'react';
import { Field } from '../../../ui/Field.tsx';
import { PasswordInput } from '../../../ui/PasswordInput.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';

/** Props of {@link RegisterField}. */
export interface RegisterFieldProps {
  /** Name of the field in the request; the control's id is `register-{field}`. */
  field: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  autoComplete: string;
  hint?: ReactNode;
  type?: 'text' | 'email' | 'password';
  isOptional?: boolean;
  /** Turns off capitalisation and spell checking. */
  isPlain?: boolean;
}

/** One field of the registration form. */
export function RegisterField(props: RegisterFieldProps) {
  const {
    field,
    label,
    value,
    onChange,
    error,
    autoComplete,
    hint,
    type = 'text',
    isOptional,
    isPlain = false,
  } = props;
  const input = {
    name: field,
    autoComplete,
    value,
    className: 'h-10',
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
    ...(isPlain && { autoCapitalize: 'none', spellCheck: false }),
  };
  return (
    <Field id={`register-${field}`} label={label} error={error} hint={hint} isOptional={isOptional}>
      {(control) =>
        type === 'password' ? (
          <PasswordInput {...control} {...input} />
        ) : (
          <TextInput {...control} {...input} type={type} {...(isOptional !== true && { 'aria-required': true })} />
        )
      }
    </Field>
  );
}
