import type { Moderated } from '../moderation.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useBlock } from '../api/mutations.ts';

/** Requests a confirmation before a block, which hides two users from each other. */
export function BlockDialog({
  user,
  onClose,
  onBlocked,
}: {
  user: Moderated;
  onClose: () => void;
  onBlocked: () => void;
}) {
  const { mutateAsync: block } = useBlock();
  return (
    <ConfirmDialog
      title={`Block ${user.fullName}?`}
      description="You will not see each other anywhere, and a connection between you ends. They will not be notified. You can unblock them in Settings."
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
