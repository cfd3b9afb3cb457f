import { useQueryClient } from '@tanstack/react-query';
import { ReportDialog } from '../features/moderation/components/ReportDialog.tsx';
import { dropAuthor } from '../features/posts/api/cache.ts';
import { BlockDialog } from '../features/users/components/BlockDialog.tsx';
import type { Moderated, Reportable } from '../features/users/moderation.ts';

/** A dialog that a menu has asked for. */
export interface ModerationRequest {
  user: Moderated;
  /** What is to be reported; null to block the user only. */
  target: Reportable | null;
  onBlocked: (() => void) | undefined;
}

/** The dialog that reports a record, or the one that blocks its author. A block removes the author's posts. */
export function ModerationDialog({ request, onClose }: { request: ModerationRequest; onClose: () => void }) {
  const client = useQueryClient();
  const { user, target } = request;
  const onBlocked = (): void => {
    dropAuthor(client, user.id);
    request.onBlocked?.();
  };
  if (target === null) return <BlockDialog user={user} onBlocked={onBlocked} onClose={onClose} />;
  return <ReportDialog target={target} onBlocked={onBlocked} onClose={onClose} />;
}
