import { useState } from 'react';
import { accountEndpoints } from '#shared/api/account.ts';
import { call } from '../../../lib/api.ts';
import { toast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { useFocusBack } from '../hooks/use-focus-back.ts';
import { PasswordPrompt } from './PasswordPrompt.tsx';

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'long' });

/** Ends the account: hidden at once, deleted after 14 days. `onLeave` forgets the session here, which has ended with it. */
export function DeleteAccount({ onLeave }: { onLeave: () => Promise<void> }) {
  const [isAsking, setIsAsking] = useState(false);
  const trigger = useFocusBack(isAsking);
  const remove = async (password: string): Promise<void> => {
    const { deletedAfter } = await call(accountEndpoints.deleteAccount, { body: { password } });
    toast({
      title: 'Your account is hidden now',
      description: `Log in before ${DATE.format(new Date(deletedAfter))} to keep it.`,
    });
    await onLeave();
  };
  if (!isAsking) {
    return (
      <Button ref={trigger} variant="danger" onClick={() => setIsAsking(true)}>
        Delete account
      </Button>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <ul className="list-disc space-y-1 ps-5">
        <li>Nobody sees your profile, your posts and comments any more, from this moment on.</li>
        <li>Every device is signed out.</li>
        <li>For 14 days you can log in and have all of it back. Then it is deleted, your files too.</li>
        <li>People you wrote to keep their copy of your messages, under the name “Deleted user”.</li>
      </ul>
      <PasswordPrompt
        label="Delete account"
        confirmLabel="Delete my account"
        isDanger
        onConfirm={remove}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  );
}
