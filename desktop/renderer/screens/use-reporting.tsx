import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState, type ReactNode } from 'react';
import type { UserCard } from '#shared/api/users.ts';
import type { Reportable } from '../features/moderation/components/ReportDialog.tsx';
import { LazyReportDialog } from '../features/moderation/components/LazyReportDialog.tsx';
import { dropAuthor } from '../features/posts/api/cache.ts';

/** The fields of a post, comment or advertisement that a report needs. */
type Authored = { id: string; author: UserCard };

/** The report dialog of a screen, and the functions that open it. They stay the same between renders. */
export interface Reporting {
  onReportPost: (post: Authored) => void;
  onReportComment: (comment: Authored) => void;
  onReportUser: (user: UserCard) => void;
  onReportAd: (advertisement: Authored) => void;
  dialog: ReactNode;
}

/**
 * Returns the report dialog of a screen. When the reporter also blocks the author, the author's posts are removed from
 * the screen and `onBlocked` is called.
 */
export function useReporting(onBlocked?: () => void): Reporting {
  const client = useQueryClient();
  const [target, setTarget] = useState<Reportable | null>(null);
  const onReportPost = useCallback(({ id, author }: Authored) => setTarget({ type: 'post', id, author }), []);
  const onReportComment = useCallback(({ id, author }: Authored) => setTarget({ type: 'comment', id, author }), []);
  const onReportUser = useCallback((user: UserCard) => setTarget({ type: 'user', id: user.id, author: user }), []);
  const onReportAd = useCallback(({ id, author }: Authored) => setTarget({ type: 'advertisement', id, author }), []);
  const removeBlocked = (userId: string): void => {
    dropAuthor(client, userId);
    onBlocked?.();
  };
  return {
    onReportPost,
    onReportComment,
    onReportUser,
    onReportAd,
    dialog: <LazyReportDialog target={target} onClose={() => setTarget(null)} onBlocked={removeBlocked} />,
  };
}
