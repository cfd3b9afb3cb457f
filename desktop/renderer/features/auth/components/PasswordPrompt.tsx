import { useEffect, useRef } from 'react';
import type { FormEvent } from 'react';
import { confirmPasswordSchema } from '#shared/api/account.schema.ts';
import { useForm } from '../../../lib/page/form.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { PasswordInput } from '../../../ui/PasswordInput.tsx';
import { useFormRequest } from '../hooks/use-form-request.ts';
import { FormNotice } from './FormNotice.tsx';

/** Props of {@link PasswordPrompt}. */
export interface PasswordPromptProps {
  /** Accessible name of the form. */
  label: string;
  /** Text of the submit button. */
  confirmLabel: string;
  isDanger?: boolean;
  /** Runs the action; a rejection is shown in the form. */
  onConfirm: (password: string) => Promise<unknown>;
  onCancel: () => void;
}

/** Asks for the password before an action for which a session is not enough; focus starts on the field. */
export function PasswordPrompt({ label, confirmLabel, isDanger = false, onConfirm, onCancel }: PasswordPromptProps) {
  const form = useForm(confirmPasswordSchema, { password: '' });
  const { notice, waitSeconds, send } = useFormRequest();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (waitSeconds === 0) await form.submit(({ password }) => send(() => onConfirm(password)));
  };
  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={(event) => void submit(event)}
      className="flex max-w-96 flex-col gap-4"
    >
      <FormNotice message={notice} waitSeconds={waitSeconds} />
      <Field label="Your password" error={form.errors['password']}>
        {(control) => (
          <PasswordInput
            {...control}
            ref={input}
            autoComplete="current-password"
            value={form.values.password}
            onChange={(event) => form.set('password', event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={isDanger ? 'danger' : 'primary'} isLoading={form.isSubmitting}>
          {confirmLabel}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
