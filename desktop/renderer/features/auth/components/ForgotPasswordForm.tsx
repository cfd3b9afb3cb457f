import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { forgotPasswordSchema } from '#shared/api/account.schema.ts';
import { accountEndpoints } from '#shared/api/account.ts';
import { call } from '../../../lib/http/api.ts';
import { useForm } from '../../../lib/page/form.ts';
import { Button } from '../../../ui/Button.tsx';
import { LINK_CLASSES } from '../../../ui/button-classes.ts';
import { Field } from '../../../ui/Field.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { readFailure } from '../failure.ts';
import { useCountdown } from '../hooks/use-countdown.ts';
import { FormNotice } from './FormNotice.tsx';

/** Requests a password reset link. Shows the same text whether or not an account has the address. */
export function ForgotPasswordForm() {
  const form = useForm(forgotPasswordSchema, { email: '' });
  const [notice, setNotice] = useState<string>();
  const [sentTo, setSentTo] = useState<string>();
  const [waitSeconds, startWait] = useCountdown();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (waitSeconds > 0) return;
    setNotice(undefined);
    await form.submit(async (input) => {
      try {
        await call(accountEndpoints.forgotPassword, { body: input });
        setSentTo(input.email);
      } catch (error) {
        const failure = readFailure(error);
        setNotice(failure.message);
        if (failure.retryAfterMs !== undefined) startWait(failure.retryAfterMs);
      }
    });
  };
  const back = (
    <p>
      <Link to="/auth" replace className={LINK_CLASSES}>
        Back to log in
      </Link>
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
    <form
      noValidate
      aria-label="Forgot password"
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4"
    >
      <FormNotice message={notice} waitSeconds={waitSeconds} />
      <Field id="forgot-email" label="Email" error={form.errors['email']}>
        {(control) => (
          <TextInput
            {...control}
            name="email"
            type="email"
            autoComplete="email"
            className="h-10"
            value={form.values.email}
            onChange={(event) => form.set('email', event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" isLoading={form.isSubmitting}>
        Send me a link
      </Button>
      {back}
    </form>
  );
}
