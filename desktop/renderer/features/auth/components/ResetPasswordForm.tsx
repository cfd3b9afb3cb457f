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

/** Sets a new password with the token of an emailed link, which signs out all devices. */
export function ResetPasswordForm({ token }: { token: string }) {
  return <NewPasswordForm token={token} endpoint={accountEndpoints.resetPassword} done="Your password is changed." />;
}

/** As {@link ResetPasswordForm}, and restores the address that received the link. */
export function RestoreAccountForm({ token }: { token: string }) {
  return <NewPasswordForm token={token} endpoint={accountEndpoints.restoreAccount} done="Your account is restored." />;
}

interface NewPasswordFormProps {
  token: string;
  endpoint: typeof accountEndpoints.resetPassword | typeof accountEndpoints.restoreAccount;
  /** What the user reads after it. */
  done: string;
}

function NewPasswordForm({ token, endpoint, done }: NewPasswordFormProps) {
  const client = useQueryClient();
  const form = useRequestForm(resetPasswordSchema, { token, password: '' });
  const [isDone, setIsDone] = useState(false);
  const onSubmit = form.onSubmit(async (body, options) => {
    await call(endpoint, { body }, options);
    setIsDone(true);
    // The server has ended the session of this device too.
    apiClient.csrf.clear();
    await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  });
  if (isDone) {
    return (
      <div role="status" className="flex flex-col items-start gap-4">
        <p>{done} All devices are signed out.</p>
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
