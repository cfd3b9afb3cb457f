import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { forgotPasswordSchema } from '#shared/api/account.schema.ts';
import { accountEndpoints } from '#shared/api/account.ts';
import { call } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { useRequestForm } from '../hooks/use-request-form.ts';
import { FormError } from './FormError.tsx';

/** Requests a password reset link. Shows the same text whether or not an account has the address. */
export function ForgotPasswordForm() {
  const form = useRequestForm(forgotPasswordSchema, { email: '' });
  const [sentTo, setSentTo] = useState<string>();
  const onSubmit = form.onSubmit(async (body) => {
    await call(accountEndpoints.forgotPassword, { body });
    setSentTo(body.email);
  });
  const back = (
    <p>
      <TextLink to="/auth" replace>
        Back to log in
      </TextLink>
    </p>
  );
  if (sentTo !== undefined) {
    return (
      <div role="status" className="flex flex-col gap-4">
        <MailCheck className="size-8 text-accent-text" strokeWidth={1.6} />
        <p>
          If an account has the address <bdi className="font-medium wrap-anywhere">{sentTo}</bdi>, a link is on its way
          there. It works once, for an hour. Check your spam folder too.
        </p>
        <div>
          <Button onClick={() => setSentTo(undefined)}>Send it again</Button>
        </div>
        {back}
      </div>
    );
  }
  return (
    <form noValidate aria-label="Forgot password" onSubmit={onSubmit} className="flex flex-col gap-4">
      <FormError message={form.failure} waitSeconds={form.waitSeconds} />
      <TextField
        {...form.field('email')}
        id="forgot-email"
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        className="h-10"
      />
      <Button type="submit" variant="primary" size="lg" isLoading={form.isSubmitting}>
        Send me a link
      </Button>
      {back}
    </form>
  );
}
