import { useEffect, useRef } from 'react';
import { TextField } from '../../../ui/TextField.tsx';

const APP_HINT = 'The six digits that your authenticator app shows for Lyceum.';
const RECOVERY_HINT = 'One of the codes you saved, like abcde-12345. Each works once.';

interface CodeFieldProps {
  /** Whether a recovery code is requested instead of the app's code. */
  isRecovery?: boolean;
  /** Replaces the hint. */
  hint?: string;
  /** Whether it is focused when it appears and when the code was wrong; true by default. */
  hasFocus?: boolean;
  value: string;
  error: string | undefined;
  onChange: (code: string) => void;
}

/** Text field for a code. */
export function CodeField({ isRecovery = false, hint, hasFocus = true, value, error, onChange }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!hasFocus) return;
    input.current?.focus();
    if (error !== undefined) input.current?.select();
  }, [error, hasFocus]);
  return (
    <TextField
      label={isRecovery ? 'Recovery code' : 'Code'}
      hint={hint ?? (isRecovery ? RECOVERY_HINT : APP_HINT)}
      error={error}
      ref={input}
      name="code"
      dir="ltr"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      inputMode={isRecovery || hint !== undefined ? 'text' : 'numeric'}
      className="h-10 font-mono tracking-widest"
      value={value}
      onChange={onChange}
    />
  );
}
