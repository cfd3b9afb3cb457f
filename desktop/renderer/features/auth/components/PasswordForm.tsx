import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { changePasswordSchema } from '#shared/api/auth.schema.ts';
import { sessionEndpoints } from '#shared/api/sessions.ts';
import { call } from '../../../lib/http/api.ts';
import { fieldErrorsOf, useForm } from '../../../lib/page/form.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { PasswordInput } from '../../../ui/PasswordInput.tsx';
import { sessionsQuery } from '../api/queries.ts';
import { readFailure } from '../failure.ts';
import { FormNotice } from './FormNotice.tsx';

const EMPTY = { currentPassword: '', newPassword: '' };

/** Changes the password, which signs out all other devices. */
export function PasswordForm() {
  const [round, setRound] = useState(0);
  return <Fields key={round} onChanged={() => setRound(round + 1)} />;
}

function Fields({ onChanged }: { onChanged: () => void }) {
  const client = useQueryClient();
  const form = useForm(changePasswordSchema, EMPTY);
  const [rejected, setRejected] = useState<Record<string, string>>({});
  const [notice, setNotice] = useState<string>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setNotice(undefined);
    setRejected({});
    await form.submit(async (input) => {
      try {
        await call(sessionEndpoints.changePassword, { body: input });
      } catch (error) {
        const errors = fieldErrorsOf(error);
        setRejected(errors);
        if (Object.keys(errors).length === 0) setNotice(readFailure(error).message);
        return;
      }
      toast({ title: 'Password changed', description: 'All other devices are signed out.' });
      void client.invalidateQueries(sessionsQuery);
      onChanged();
    });
  };
  const errorOf = (field: keyof typeof EMPTY): string | undefined => form.errors[field] ?? rejected[field];
  return (
    <form
      noValidate
      aria-label="Change password"
      onSubmit={(event) => void submit(event)}
      className="flex max-w-96 flex-col gap-4"
    >
      <FormNotice message={notice} waitSeconds={0} />
      <Field label="Current password" error={errorOf('currentPassword')}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="current-password"
            value={form.values.currentPassword}
            onChange={(event) => form.set('currentPassword', event.target.value)}
          />
        )}
      </Field>
      <Field label="New password" hint="At least 8 characters; a few words are best." error={errorOf('newPassword')}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="new-password"
            value={form.values.newPassword}
            onChange={(event) => form.set('newPassword', event.target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" isLoading={form.isSubmitting}>
          Change password
        </Button>
      </div>
    </form>
  );
}
