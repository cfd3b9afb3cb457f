import { useState } from 'react';
import { ApiError } from '../../../lib/http/errors.ts';
import { Button } from '../../../ui/Button.tsx';
import { useAuth } from '../auth-provider.tsx';
import { readFailure } from '../failure.ts';
import { FormError } from './FormError.tsx';

interface KeepAccountStepProps {
  /** When the account is erased, ISO 8601. */
  deletedAfter: string;
  /** Called to return to username and password, with the reason when there is one. */
  onBack: (reason?: string) => void;
}

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'long' });

/** Sign-in step of an account that is scheduled for deletion: keep it or go back. */
export function KeepAccountStep({ deletedAfter, onBack }: KeepAccountStepProps) {
  const { keepAccount } = useAuth();
  const [isRunning, setIsRunning] = useState(false);
  const [failure, setFailure] = useState<string>();
  const keep = async (): Promise<void> => {
    setIsRunning(true);
    setFailure(undefined);
    try {
      await keepAccount();
    } catch (error) {
      const { message } = readFailure(error);
      if (error instanceof ApiError && error.status === 401) return onBack(message);
      setFailure(message);
      setIsRunning(false);
    }
  };
  return (
    <div className="flex flex-col gap-4">
      <FormError message={failure} waitSeconds={0} />
      <p>
        You asked for this account to be deleted. Everything in it will be deleted on{' '}
        <time dateTime={deletedAfter}>{DATE.format(new Date(deletedAfter))}</time>. Until then it is hidden, and you can
        restore it as it was.
      </p>
      <Button variant="primary" size="lg" isLoading={isRunning} onClick={() => void keep()}>
        Keep my account
      </Button>
      <Button variant="ghost" onClick={() => onBack()}>
        Go back without keeping it
      </Button>
    </div>
  );
}
