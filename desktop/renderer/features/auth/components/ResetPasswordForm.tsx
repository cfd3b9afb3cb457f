import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { resetPasswordSchema } from '#shared/api/account.schema.ts';
import { accountEndpoints } from '#shared/api/account.ts';
import { apiClient, call } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { sessionQuery } from '../../../lib/me.ts';
import { useRequestForm } from '../hooks/use-request-form.ts';
import { FormError } from './FormError.tsx';
import { InvalidLink } from './InvalidLink.tsx';

interface ResetPasswordFormProps {
  token: string;
  /** Whether the account gets the address back that received the link. */
  isRestore: boolean;
}

/** Sets a new password with the token of an emailed link, which signs out all devices. */
export function ResetPasswordForm({ token, isRestore }: ResetPasswordFormProps) {
  const client = useQueryClient();
  const form = useRequestForm(resetPasswordSchema, { token, password: '' });
  const [isDone, setIsDone] = useState(false);
  const onSubmit = form.onSubmit(async (body, options) => {
    await call(isRestore ? accountEndpoints.restoreAccount : accountEndpoints.resetPassword, { body }, options);
    setIsDone(true);
    // The server has ended the session of this device too.
    apiClient.csrf.clear();
    await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  });
  if (isDone) {
    return (
      <div role="status" className="flex flex-col items-start gap-4">
        <p>
          {`${isRestore ? 'Your account is restored.' : 'Your password is changed.'} ` + 'All devices are signed out.'}
        </p>
        <ButtonLink to="/auth" replace variant="primary" size="lg">
          Log in
        </ButtonLink>
      </div>
    );
  }
  if (form.errors['token'] !== undefined) return <InvalidLink reason={form.errors['token']} />;
  return (
    <form noValidate aria-label="New password" onSubmit={onSubmit} className="flex flex-col gap-4">
      <FormError message={form.failure} waitSeconds={form.waitSeconds} />
      <PasswordField
        {...form.field('password')}
        id="reset-password"
        label="New password"
        hint="At least 8 characters; a few words are best."
        name="password"
        autoComplete="new-password"
        className="h-10"
      />
      <Button type="submit" variant="primary" size="lg" isLoading={form.isSubmitting}>
        Set new password
      </Button>
    </form>
  );
}
