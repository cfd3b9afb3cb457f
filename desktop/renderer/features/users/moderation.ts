import { createContext, use } from 'react';
import type { ReportTarget } from '#shared/api/reports.ts';
import type { UserCard } from '#shared/api/users.ts';

/** What the dialogs need of a member. */
export type Moderated = Pick<UserCard, 'id' | 'fullName' | 'username'>;

/** Something that can be reported, and its author. */
export interface Reportable {
  type: ReportTarget;
  id: string;
  author: Moderated;
}

/** Opens the dialog that reports a record, or the one that blocks a user; `onBlocked` is called after a block in it. */
export interface Moderation {
  report: (target: Reportable, onBlocked?: () => void) => void;
  block: (user: Moderated, onBlocked?: () => void) => void;
}

/** What opens the dialogs on the signed-in pages. */
export const ModerationContext = createContext<Moderation | null>(null);

/** Returns what opens the dialogs. @throws Error outside of the signed-in pages. */
export function useModeration(): Moderation {
  const moderation = use(ModerationContext);
  if (moderation === null) throw new Error('Only signed-in users can report and block');
  return moderation;
}
