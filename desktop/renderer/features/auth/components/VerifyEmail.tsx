import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { verifyEmailSchema } from '#shared/api/account.schema.ts';
import { accountEndpoints } from '#shared/api/account.ts';
import { call } from '../../../lib/http/api.ts';
import { fieldErrorsOf } from '../../../lib/page/form.ts';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { useAuth } from '../auth-provider.tsx';
import { sessionQuery } from '../../../lib/me.ts';
import { accountQuery } from '../api/queries.ts';
import { readFailure } from '../failure.ts';
import { startPathOf } from '../roles.ts';
import { FormError } from './FormError.tsx';
import { InvalidLink } from './InvalidLink.tsx';

/**
 * Confirms an email address with the token of an emailed link. Requires a click, because email scanners open links
 * automatically.
 */
export function VerifyEmail({ token }: { token: string }) {
  const client = useQueryClient();
  const { user } = useAuth();
  const isComplete = verifyEmailSchema.safeParse({ token }).success;
  const [invalidReason, setInvalidReason] = useState(
    isComplete ? undefined : 'This link is incomplete. Copy the whole link from the email.',
  );
  const [failure, setFailure] = useState<string>();
  const [isRunning, setIsRunning] = useState(false);
  const [confirmed, setConfirmed] = useState<string>();
  const confirm = async (): Promise<void> => {
    setIsRunning(true);
    setFailure(undefined);
    try {
      const { email } = await call(accountEndpoints.verifyEmail, { body: { token } });
      setConfirmed(email);
      if (user)
        await Promise.all([accountQuery, sessionQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })));
    } catch (error) {
      const reason = fieldErrorsOf(error)['token'];
      if (reason === undefined) setFailure(readFailure(error).message);
      else setInvalidReason(reason);
    }
    setIsRunning(false);
  };
  if (confirmed !== undefined) {
    return (
      <div role="status" className="flex flex-col items-start gap-4">
        <p>
          <bdi className="font-medium wrap-anywhere">{confirmed}</bdi> is confirmed.
        </p>
        <ButtonLink to={user ? startPathOf(user.role) : '/auth'} replace variant="primary" size="lg">
          {user ? 'Continue' : 'Log in'}
        </ButtonLink>
      </div>
    );
  }
  if (invalidReason !== undefined) return <InvalidLink reason={invalidReason} isReset={false} />;
  return (
    <div className="flex flex-col items-start gap-4">
      <FormError message={failure} waitSeconds={0} />
      <p>Press the button to confirm the address that received this email.</p>
      <Button variant="primary" size="lg" isLoading={isRunning} onClick={() => void confirm()}>
        Confirm address
      </Button>
    </div>
  );
}
