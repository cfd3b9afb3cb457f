import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { resetPasswordSchema } from '#shared/api/account.schema.ts';
import { accountEndpoints } from '#shared/api/account.ts';
import { apiClient, call } from '../../../lib/http/api.ts';
import { fieldErrorsOf, useForm } from '../../../lib/page/form.ts';
import { Button } from '../../../ui/Button.tsx';
import { buttonClasses } from '../../../ui/button-classes.ts';
import { Field } from '../../../ui/Field.tsx';
import { PasswordInput } from '../../../ui/PasswordInput.tsx';
import { sessionQuery } from '../../../lib/me.ts';
import { readFailure } from '../failure.ts';
import { FormNotice } from './FormNotice.tsx';
import { InvalidLink } from './InvalidLink.tsx';

/** Sets a new password with the token of an emailed link, which signs out all devices. */
export function ResetPasswordForm({ token }: { token: string }) {
  const client = useQueryClient();
  const form = useForm(resetPasswordSchema, { token, password: '' });
  const [notice, setNotice] = useState<string>();
  const [invalidReason, setInvalidReason] = useState<string>();
  const [isDone, setIsDone] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setNotice(undefined);
    const errors = await form.submit(async (input) => {
      try {
        await call(accountEndpoints.resetPassword, { body: input });
      } catch (error) {
        const rejected = fieldErrorsOf(error);
        if (rejected['token'] !== undefined) setInvalidReason(rejected['token']);
        else if (rejected['password'] === undefined) setNotice(readFailure(error).message);
        return;
      }
      setIsDone(true);
      // The server has ended the session of this device too.
      apiClient.csrf.clear();
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    });
    if (errors['token'] !== undefined) setInvalidReason(errors['token']);
  };
  if (isDone) {
    return (
      <div role="status" className="flex flex-col items-start gap-4">
        <p>Your password is changed. All devices are signed out.</p>
        <Link to="/auth" replace className={buttonClasses('primary', 'lg')}>
          Log in
        </Link>
      </div>
    );
  }
  if (invalidReason !== undefined) return <InvalidLink reason={invalidReason} />;
  return (
    <form noValidate aria-label="New password" onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <FormNotice message={notice} waitSeconds={0} />
      <Field
        id="reset-password"
        label="New password"
        hint="At least 8 characters; a few words are best."
        error={form.errors['password']}
      >
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="new-password"
            className="h-10"
            value={form.values.password}
            onChange={(event) => form.set('password', event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" isLoading={form.isSubmitting}>
        Set new password
      </Button>
    </form>
  );
}
