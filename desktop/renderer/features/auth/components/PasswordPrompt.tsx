import { useEffect, useRef } from 'react';
import { confirmPasswordSchema } from '#shared/api/account.schema.ts';
import type { ConfirmPasswordInput } from '#shared/api/account.ts';
import type { CallOptions } from '../../../lib/http/api-client.ts';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { useRequestForm } from '../hooks/use-request-form.ts';
import { AccountForm } from './AccountForm.tsx';
import { OwnCodeField } from './OwnCodeField.tsx';

interface PasswordPromptProps {
  /** Accessible name of the form. */
  label: string;
  /** Text of the submit button. */
  confirmLabel: string;
  isDanger?: boolean;
  /** Runs the action, with the options of its request; a rejection is shown in the form. */
  onConfirm: (body: ConfirmPasswordInput, options: CallOptions) => Promise<unknown>;
  onCancel: () => void;
}

/**
 * Requests the password, and a code if two-factor sign-in is on, before an action for which a session is not enough;
 * focus starts on the password.
 */
export function PasswordPrompt({ label, confirmLabel, isDanger = false, onConfirm, onCancel }: PasswordPromptProps) {
  const form = useRequestForm(confirmPasswordSchema, { password: '', code: '' });
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <AccountForm
      label={label}
      form={form}
      submitLabel={confirmLabel}
      isDanger={isDanger}
      onSubmit={form.onSubmit(onConfirm)}
      onCancel={onCancel}
    >
      <PasswordField {...form.field('password')} label="Your password" ref={input} autoComplete="current-password" />
      <OwnCodeField form={form} />
    </AccountForm>
  );
}
