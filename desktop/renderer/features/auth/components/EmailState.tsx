import { useQueryClient } from '@tanstack/react-query';
import { MailQuestion } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { accountEndpoints, type AccountView } from '#shared/api/account.ts';
import { call } from '../../../lib/http/api.ts';
import { toastFailure } from '../../../lib/http/failure.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import type { Elements } from '../../../ui/elements.ts';
import { accountQuery } from '../api/queries.ts';

/** Shows an unconfirmed, a pending or an undeliverable email address and what to do about it; nothing otherwise. */
export function EmailState({ account }: { account: AccountView }) {
  const client = useQueryClient();
  const [isRunning, setIsRunning] = useState(false);
  const run = async (send: () => Promise<unknown>, title: string, description?: string): Promise<void> => {
    setIsRunning(true);
    try {
      await send();
      toast({ title, ...(description !== undefined && { description }) });
    } catch (failed) {
      toastFailure('update your email address', failed);
    }
    await client.invalidateQueries(accountQuery);
    setIsRunning(false);
  };
  if (account.pendingEmail !== null) {
    const cancel = (): void =>
      void run(() => call(accountEndpoints.cancelEmailChange, {}), 'Your email address is unchanged');
    return (
      <Pending label="Keep the current one" isRunning={isRunning} onClick={cancel}>
        <bdi className="font-medium wrap-anywhere">{account.pendingEmail}</bdi> becomes your address once you open the
        link we sent to it.
      </Pending>
    );
  }
  const refused = "Emails to this address can't be delivered. Check that it is right, or change it.";
  if (account.isEmailVerified) return account.isEmailRefused ? <Notice>{refused}</Notice> : null;
  const resend = (): void =>
    void run(() => call(accountEndpoints.resendVerification, {}), 'Link sent', 'Check your spam folder too.');
  return (
    <Pending label="Send the link again" isRunning={isRunning} onClick={resend}>
      {account.isEmailRefused ? refused : 'Open the link we sent to this address to confirm it.'}
    </Pending>
  );
}

interface PendingProps {
  children: ReactNode;
  label: string;
  isRunning: boolean;
  onClick: () => void;
}

function Pending({ children, label, isRunning, onClick }: PendingProps) {
  const action = (
    <Button size="sm" isLoading={isRunning} onClick={onClick}>
      {label}
    </Button>
  );
  return <Notice action={action}>{children}</Notice>;
}

function Notice({ children, action }: { children: ReactNode; action?: Elements }) {
  return (
    <div
      role="status"
      className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-border bg-surface-sunken px-3.5 py-2.5"
    >
      <MailQuestion className="size-4.5 shrink-0 text-warning" />
      <p className="min-w-0 flex-1 basis-52">{children}</p>
      {action}
    </div>
  );
}
