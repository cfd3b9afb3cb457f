import { useState } from 'react';
import type { FormEvent } from 'react';
import { codeSchema } from '#shared/api/auth.schema.ts';
import type { PendingSignIn } from '#shared/api/auth.ts';
import { ApiError } from '../../../lib/http/errors.ts';
import { fieldErrorsOf, useForm } from '../../../lib/page/form.ts';
import { Button } from '../../../ui/Button.tsx';
import { useAuth } from '../auth-provider.tsx';
import { readFailure } from '../failure.ts';
import { useCountdown } from '../hooks/use-countdown.ts';
import { CodeField } from './CodeField.tsx';
import { FormNotice } from './FormNotice.tsx';

/** Props of {@link CodeStep}. */
export interface CodeStepProps {
  /** Called when the sign-in needs another step. */
  onPending: (pending: PendingSignIn) => void;
  /** Called to return to username and password, with the reason when there is one. */
  onBack: (notice?: string) => void;
}

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function CodeStep({ onPending, onBack }: CodeStepProps) {
  const { enterCode } = useAuth();
  const [isRecovery, setIsRecovery] = useState(false);
  const form = useForm(codeSchema, { code: '' });
  const [rejected, setRejected] = useState<string>();
  const [notice, setNotice] = useState<string>();
  const [waitSeconds, startWait] = useCountdown();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (waitSeconds > 0) return;
    setNotice(undefined);
    setRejected(undefined);
    await form.submit(async ({ code }) => {
      try {
        const pending = await enterCode(code);
        if (pending) onPending(pending);
      } catch (error) {
        const failure = readFailure(error);
        if (error instanceof ApiError && error.status === 401) return onBack(failure.message);
        const wrong = fieldErrorsOf(error)['code'];
        if (wrong === undefined) setNotice(failure.message);
        else setRejected(wrong);
        if (failure.retryAfterMs !== undefined) startWait(failure.retryAfterMs);
      }
    });
  };
  const toggleKind = (): void => {
    setIsRecovery(!isRecovery);
    setRejected(undefined);
    form.set('code', '');
  };
  return (
    <form noValidate aria-label="Second step" onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <FormNotice message={notice} waitSeconds={waitSeconds} />
      <CodeField
        key={String(isRecovery)}
        isRecovery={isRecovery}
        value={form.values.code}
        error={form.errors['code'] ?? rejected}
        onChange={(code) => {
          setRejected(undefined);
          form.set('code', code);
        }}
      />
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
