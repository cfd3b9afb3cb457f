import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { verifyEmailSchema } from '#shared/api/account.schema.ts';
import { accountEndpoints } from '#shared/api/account.ts';
import { call } from '../../../lib/api.ts';
import { fieldErrorsOf } from '../../../lib/form.ts';
import { Button } from '../../../ui/Button.tsx';
import { buttonClasses } from '../../../ui/button-classes.ts';
import { useAuth } from '../auth-provider.tsx';
import { accountQuery, sessionQuery } from '../api/queries.ts';
import { readFailure } from '../failure.ts';
import { startPathOf } from '../roles.ts';
import { FormNotice } from './FormNotice.tsx';
import { VoidLink } from './VoidLink.tsx';

/**
 * Confirms an address by the secret of a mailed link. It asks for a press, since programs that look into mails open
 * links by themselves.
 */
export function VerifyEmail({ token }: { token: string }) {
  const client = useQueryClient();
  const { user } = useAuth();
  const isWhole = verifyEmailSchema.safeParse({ token }).success;
  const [voidReason, setVoidReason] = useState(
    isWhole ? undefined : 'This link is not complete. Copy it whole from the mail.',
  );
  const [notice, setNotice] = useState<string>();
  const [isRunning, setIsRunning] = useState(false);
  const [confirmed, setConfirmed] = useState<string>();
  const confirm = async (): Promise<void> => {
    setIsRunning(true);
    setNotice(undefined);
    try {
      const { email } = await call(accountEndpoints.verifyEmail, { body: { token } });
      setConfirmed(email);
      if (user)
        await Promise.all([accountQuery, sessionQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })));
    } catch (error) {
      const reason = fieldErrorsOf(error)['token'];
      if (reason === undefined) setNotice(readFailure(error).message);
      else setVoidReason(reason);
    }
    setIsRunning(false);
  };
  if (confirmed !== undefined) {
    return (
      <div role="status" className="flex flex-col items-start gap-4">
        <p>
          <bdi className="font-medium wrap-anywhere">{confirmed}</bdi> is confirmed.
        </p>
        <Link to={user ? startPathOf(user.role) : '/auth'} replace className={buttonClasses('primary', 'lg')}>
          {user ? 'Go on' : 'Log in'}
        </Link>
      </div>
    );
  }
  if (voidReason !== undefined) return <VoidLink reason={voidReason} isReset={false} />;
  return (
    <div className="flex flex-col items-start gap-4">
      <FormNotice message={notice} waitSeconds={0} />
      <p>Press the button, and the address that got the mail counts as yours.</p>
      <Button variant="primary" size="lg" isLoading={isRunning} onClick={() => void confirm()}>
        Confirm address
      </Button>
    </div>
  );
}
