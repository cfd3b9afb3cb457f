import { useQueryClient } from '@tanstack/react-query';
import { MailQuestion } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { accountEndpoints, type AccountView } from '#shared/api/account.ts';
import { call } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { toast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { accountQuery } from '../api/queries.ts';

/** What is open about the address: one that was never confirmed, and one that waits to take its place. */
export function EmailState({ account }: { account: AccountView }) {
  const client = useQueryClient();
  const [isRunning, setIsRunning] = useState(false);
  const run = async (send: () => Promise<unknown>, title: string, description?: string): Promise<void> => {
    setIsRunning(true);
    try {
      await send();
      toast({ title, ...(description !== undefined && { description }) });
    } catch (failed) {
      toast({ title: 'That did not work', description: describeFailure(failed).message, variant: 'destructive' });
    }
    await client.invalidateQueries(accountQuery);
    setIsRunning(false);
  };
  if (account.pendingEmail !== null) {
    return (
      <Open
        action={
          <Button
            size="sm"
            isLoading={isRunning}
            onClick={() => void run(() => call(accountEndpoints.cancelEmailChange, {}), 'Your address stays as it is')}
          >
            Keep the old one
          </Button>
        }
      >
        <bdi className="font-medium wrap-anywhere">{account.pendingEmail}</bdi> takes its place once you open the link
        we sent there.
      </Open>
    );
  }
  if (account.isEmailVerified) return null;
  return (
    <Open
      action={
        <Button
          size="sm"
          isLoading={isRunning}
          onClick={() =>
            void run(
              () => call(accountEndpoints.resendVerification, {}),
              'The link is on its way',
              'Look among the unwanted mail too.',
            )
          }
        >
          Send the link again
        </Button>
      }
    >
      Open the link we sent there, so that we know that mail reaches you.
    </Open>
  );
}

function Open({ children, action }: { children: ReactNode; action: ReactNode }) {
  return (
    <div
      role="status"
      className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-border bg-surface-sunken px-3.5 py-2.5"
    >
      <MailQuestion aria-hidden="true" className="size-4.5 shrink-0 text-warning" />
      <p className="min-w-0 flex-1 basis-52">{children}</p>
      {action}
    </div>
  );
}
