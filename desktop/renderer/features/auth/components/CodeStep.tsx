import { useState } from 'react';
import { codeSchema } from '#shared/api/auth.schema.ts';
import type { PendingSignIn } from '#shared/api/auth.ts';
import { ApiError } from '../../../lib/http/errors.ts';
import { Button } from '../../../ui/Button.tsx';
import { useAuth } from '../auth-provider.tsx';
import { readFailure } from '../failure.ts';
import { useRequestForm } from '../hooks/use-request-form.ts';
import { CodeField } from './CodeField.tsx';
import { FormError } from './FormError.tsx';

interface CodeStepProps {
  /** Called when the sign-in needs another step. */
  onPending: (pending: PendingSignIn) => void;
  /** Called to return to username and password, with the reason when there is one. */
  onBack: (reason?: string) => void;
}

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function CodeStep({ onPending, onBack }: CodeStepProps) {
  const { enterCode } = useAuth();
  const [isRecovery, setIsRecovery] = useState(false);
  const form = useRequestForm(codeSchema, { code: '' });
  const onSubmit = form.onSubmit(async ({ code }) => {
    try {
      const pending = await enterCode(code);
      if (pending) onPending(pending);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
      onBack(readFailure(error).message);
    }
  });
  const toggleKind = (): void => {
    setIsRecovery(!isRecovery);
    form.set('code', '');
  };
  return (
    <form noValidate aria-label="Second step" onSubmit={onSubmit} className="flex flex-col gap-4">
      <FormError message={form.failure} waitSeconds={form.waitSeconds} />
      <CodeField key={String(isRecovery)} isRecovery={isRecovery} {...form.field('code')} />
      <Button type="submit" variant="primary" size="lg" isLoading={form.isSubmitting}>
        Log in
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="ghost" onClick={toggleKind}>
          {isRecovery ? 'Use the app instead' : 'Use a recovery code'}
        </Button>
        <Button variant="ghost" onClick={() => onBack()}>
          Back
        </Button>
      </div>
    </form>
  );
}
