import { useRef } from 'react';
import type { FormEvent } from 'react';
import { loginSchema } from '#shared/api/auth.schema.ts';
import type { PendingSignIn } from '#shared/api/auth.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { useAuth } from '../auth-provider.tsx';
import { useErrorSummary } from '../hooks/use-error-summary.ts';
import { useRequestForm } from '../hooks/use-request-form.ts';
import { FormError } from './FormError.tsx';

/** Form that signs in with username or email address. The parent redirects, or shows the next step from `onPending`. */
export function LoginForm({ onPending }: { onPending: (pending: PendingSignIn) => void }) {
  const { login } = useAuth();
  const form = useRequestForm(loginSchema, { username: '', password: '' });
  const summary = useErrorSummary({ prefix: 'login', fields: ['username', 'password'], errors: form.errors });
  const failureRef = useRef<HTMLDivElement>(null);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (form.waitSeconds > 0) {
      failureRef.current?.focus();
      return;
    }
    const errors = await form.submit(async (input) => {
      const pending = await login(input);
      if (pending) onPending(pending);
    });
    if (Object.keys(errors).length > 0) summary.focus();
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <ErrorSummary ref={summary.ref} errors={summary.items} />
      <FormError ref={failureRef} message={form.failure} waitSeconds={form.waitSeconds} />
      <TextField
        {...form.field('username')}
        id="login-username"
        label="Username or email"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        className="h-10"
      />
      <PasswordField
        {...form.field('password')}
        id="login-password"
        label="Password"
        name="password"
        autoComplete="current-password"
        className="h-10"
      />
      <Button type="submit" variant="primary" size="lg" isLoading={form.isSubmitting} className="mt-1">
        Log in
      </Button>
      <p>
        <TextLink to="/auth?mode=forgot">Forgot password?</TextLink>
      </p>
    </form>
  );
}
