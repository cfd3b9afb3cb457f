import { useState } from 'react';
import type { UserCard } from '#shared/api/users.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { toast } from '../../../lib/toasts.ts';
import { AlertDialog } from '../../../ui/AlertDialog.tsx';
import { useProfileWrites } from '../api/mutations.ts';

/** Asks before two people are hidden from each other. */
export function BlockDialog({ user, onClose, onBlocked }: { user: UserCard; onClose: () => void; onBlocked: () => void }) {
  const { block } = useProfileWrites();
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<string>();
  const run = async (): Promise<void> => {
    setIsRunning(true);
    try {
      await block(user.id);
      toast({ title: `${user.fullName} is blocked` });
      onBlocked();
    } catch (failed) {
      setError(describeFailure(failed).message);
      setIsRunning(false);
    }
  };
  return (
    <AlertDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Block ${user.fullName}?`}
      description={error ?? 'You will not see each other anywhere, and a connection between you ends. They are not told. You can take it back in Settings.'}
      confirmLabel="Block"
      isDanger
      isLoading={isRunning}
      onConfirm={() => void run()}
    />
  );
}
