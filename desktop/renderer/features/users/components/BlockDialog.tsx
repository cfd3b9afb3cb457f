import type { UserCard } from '#shared/api/users.ts';
import { toast } from '../../../lib/toasts.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useProfileWrites } from '../api/mutations.ts';

/** Asks before two people are hidden from each other. */
export function BlockDialog({
  user,
  onClose,
  onBlocked,
}: {
  user: UserCard;
  onClose: () => void;
  onBlocked: () => void;
}) {
  const { block } = useProfileWrites();
  return (
    <ConfirmDialog
      title={`Block ${user.fullName}?`}
      description="You will not see each other anywhere, and a connection between you ends. They are not told. You can take it back in Settings."
      confirmLabel="Block"
      onConfirm={async () => {
        await block(user.id);
        toast({ title: `${user.fullName} is blocked` });
        onBlocked();
      }}
      onClose={onClose}
    />
  );
}
