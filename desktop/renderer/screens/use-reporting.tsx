import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState, type ReactNode } from 'react';
import type { UserCard } from '#shared/api/users.ts';
import type { Reportable } from '../features/moderation/components/ReportDialog.tsx';
import { ReportWindow } from '../features/moderation/components/ReportWindow.tsx';
import { dropAuthor } from '../features/posts/api/cache.ts';

/** The part of a post, comment or advertisement that a report needs. */
type Authored = { id: string; author: UserCard };

/** The report dialog of a screen and the functions that open it, which keep their identity between renders. */
export interface Reporting {
  onReportPost: (post: Authored) => void;
  onReportComment: (comment: Authored) => void;
  onReportUser: (user: UserCard) => void;
  onReportAd: (advertisement: Authored) => void;
  window: ReactNode;
}

/**
 * Holds the report dialog of a screen; `onBlocked` is called when the reporter also blocks the author.
 */
export function useReporting(onBlocked?: () => void): Reporting {
  const client = useQueryClient();
  const [target, setTarget] = useState<Reportable | null>(null);
  const onReportPost = useCallback(({ id, author }: Authored) => setTarget({ type: 'post', id, author }), []);
  const onReportComment = useCallback(({ id, author }: Authored) => setTarget({ type: 'comment', id, author }), []);
  const onReportUser = useCallback((user: UserCard) => setTarget({ type: 'user', id: user.id, author: user }), []);
  const onReportAd = useCallback(({ id, author }: Authored) => setTarget({ type: 'advertisement', id, author }), []);
  const leave = (userId: string): void => {
    dropAuthor(client, userId);
    onBlocked?.();
  };
  return {
    onReportPost,
    onReportComment,
    onReportUser,
    onReportAd,
    window: <ReportWindow target={target} onClose={() => setTarget(null)} onBlocked={leave} />,
  };
}
