import { useState } from 'react';
import { ApiError } from '../../../lib/errors.ts';
import { Button } from '../../../ui/Button.tsx';
import { useAuth } from '../auth-provider.tsx';
import { readFailure } from '../failure.ts';
import { FormNotice } from './FormNotice.tsx';

/** Props of {@link KeepAccountStep}. */
export interface KeepAccountStepProps {
  /** When the account is deleted for good, ISO 8601. */
  deletedAfter: string;
  /** Back to name and password, with what there is to say about it. */
  onBack: (notice?: string) => void;
}

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'long' });

/** Asks whoever signs in to an account that waits for its deletion whether to keep it. */
export function KeepAccountStep({ deletedAfter, onBack }: KeepAccountStepProps) {
  const { keepAccount } = useAuth();
  const [isRunning, setIsRunning] = useState(false);
  const [notice, setNotice] = useState<string>();
  const keep = async (): Promise<void> => {
    setIsRunning(true);
    setNotice(undefined);
    try {
      await keepAccount();
    } catch (error) {
      const { message } = readFailure(error);
      if (error instanceof ApiError && error.status === 401) return onBack(message);
      setNotice(message);
      setIsRunning(false);
    }
  };
  return (
    <div className="flex flex-col gap-4">
      <FormNotice message={notice} waitSeconds={0} />
      <p>
        You asked for this account to be deleted. Everything in it goes on{' '}
        <time dateTime={deletedAfter}>{DATE.format(new Date(deletedAfter))}</time>. Until then nobody sees it, and you
        can have it back as it was.
      </p>
      <Button variant="primary" size="lg" isLoading={isRunning} onClick={() => void keep()}>
        Keep my account
      </Button>
      <Button variant="ghost" onClick={() => onBack()}>
        Leave it and go back
      </Button>
    </div>
  );
}
