import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { loginSchema } from '#shared/api/auth.schema.ts';
import type { PendingSignIn } from '#shared/api/auth.ts';
import { useForm } from '../../../lib/page/form.ts';
import { Button } from '../../../ui/Button.tsx';
import { LINK_CLASSES } from '../../../ui/button-classes.ts';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { Field } from '../../../ui/Field.tsx';
import { PasswordInput } from '../../../ui/PasswordInput.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { useAuth } from '../auth-provider.tsx';
import { readFailure } from '../failure.ts';
import { useCountdown } from '../hooks/use-countdown.ts';
import { useErrorSummary } from '../hooks/use-error-summary.ts';
import { FormNotice } from './FormNotice.tsx';

/** Form that signs in with username or email address. The parent redirects, or shows the next step from `onPending`. */
export function LoginForm({ onPending }: { onPending: (pending: PendingSignIn) => void }) {
  const { login } = useAuth();
  const form = useForm(loginSchema, { username: '', password: '' });
  const summary = useErrorSummary({ prefix: 'login', fields: ['username', 'password'], errors: form.errors });
  const [notice, setNotice] = useState<string>();
  const [waitSeconds, startWait] = useCountdown();
  const noticeRef = useRef<HTMLDivElement>(null);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (waitSeconds > 0) {
      noticeRef.current?.focus();
      return;
    }
    setNotice(undefined);
    const errors = await form.submit((input) =>
      login(input)
        .then((pending) => pending && onPending(pending))
        .catch((error: unknown) => {
          const failure = readFailure(error);
          setNotice(failure.message);
          if (failure.retryAfterMs !== undefined) startWait(failure.retryAfterMs);
        }),
    );
    if (Object.keys(errors).length > 0) summary.focus();
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <ErrorSummary ref={summary.ref} errors={summary.items} />
      <FormNotice ref={noticeRef} message={notice} waitSeconds={waitSeconds} />
      <Field id="login-username" label="Username or email" error={form.errors['username']}>
        {(control) => (
          <TextInput
            {...control}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            className="h-10"
            value={form.values.username}
            onChange={(event) => form.set('username', event.target.value)}
          />
        )}
      </Field>
      <Field id="login-password" label="Password" error={form.errors['password']}>
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="current-password"
            className="h-10"
            value={form.values.password}
            onChange={(event) => form.set('password', event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" isLoading={form.isSubmitting} className="mt-1">
        Log in
      </Button>
      <p>
        <Link to="/auth?mode=forgot" className={LINK_CLASSES}>
          Forgot password?
        </Link>
      </p>
    </form>
  );
}
