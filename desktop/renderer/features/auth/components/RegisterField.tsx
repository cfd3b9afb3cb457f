import type { ReactNode } from 'react';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { TextField } from '../../../ui/TextField.tsx';

interface RegisterFieldProps {
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
export function RegisterField({ field, type = 'text', isPlain = false, ...rest }: RegisterFieldProps) {
  const props = {
    ...rest,
    id: `register-${field}`,
    name: field,
    className: 'h-10',
    ...(isPlain && { autoCapitalize: 'none', spellCheck: false }),
  };
  if (type === 'password') return <PasswordField {...props} />;
  return <TextField {...props} type={type} aria-required={rest.isOptional === true ? undefined : true} />;
}
