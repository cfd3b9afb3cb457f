import { useEffect, useRef } from 'react';
import { TextField } from '../../../ui/TextField.tsx';

interface CodeFieldProps {
  /** Whether a recovery code is requested instead of the app's code. */
  isRecovery?: boolean;
  value: string;
  error: string | undefined;
  onChange: (code: string) => void;
}

/** Text field for a code; focused when it appears and when the code was wrong. */
export function CodeField({ isRecovery = false, value, error, onChange }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    if (error !== undefined) input.current?.select();
  }, [error]);
  return (
    <TextField
      label={isRecovery ? 'Recovery code' : 'Code'}
      hint={
        isRecovery
          ? 'One of the codes you saved, like abcde-12345. Each works once.'
          : 'The six digits that your authenticator app shows for Lyceum.'
      }
      error={error}
      ref={input}
      name="code"
      dir="ltr"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      inputMode={isRecovery ? 'text' : 'numeric'}
      className="h-10 font-mono tracking-widest"
      value={value}
      onChange={onChange}
    />
  );
}
