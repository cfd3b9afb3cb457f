import { useState } from 'react';
import { accountEndpoints, type ConfirmPasswordInput } from '#shared/api/account.ts';
import type { CallOptions } from '../../../lib/http/api-client.ts';
import { call } from '../../../lib/http/api.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { useFocusBack } from '../hooks/use-focus-back.ts';
import { PasswordPrompt } from './PasswordPrompt.tsx';

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'long' });

/**
 * Deletes the account: hidden at once, erased after 14 days. `onLeave` removes the session, which the server has ended.
 */
export function DeleteAccount({ onLeave }: { onLeave: () => Promise<void> }) {
  const [isPrompting, setIsPrompting] = useState(false);
  const trigger = useFocusBack(isPrompting);
  const remove = async (body: ConfirmPasswordInput, options: CallOptions): Promise<void> => {
    const { deletedAfter } = await call(accountEndpoints.deleteAccount, { body }, options);
    toast({
      title: 'Your account is hidden now',
      description: `Log in before ${DATE.format(new Date(deletedAfter))} to keep it.`,
    });
    await onLeave();
  };
  if (!isPrompting) {
    return (
      <Button ref={trigger} variant="danger" onClick={() => setIsPrompting(true)}>
        Delete account
      </Button>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <ul className="list-disc space-y-1 ps-5">
        <li>Your profile, posts and comments are hidden from everyone at once.</li>
        <li>Every device is signed out.</li>
        <li>For 14 days you can log in and restore everything. Then it is deleted, including your files.</li>
        <li>Members you wrote to keep your messages, and buyers your items, under the name “Deleted user”.</li>
      </ul>
      <PasswordPrompt
        label="Delete account"
        confirmLabel="Delete my account"
        isDanger
        onConfirm={remove}
        onCancel={() => setIsPrompting(false)}
      />
    </div>
  );
}
