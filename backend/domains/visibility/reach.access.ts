import type { Role } from '#shared/api/endpoint.ts';
import { defaultPrivacy, type Reach } from '#shared/api/privacy.ts';

/** What the author of a text and the reader of a notification about it have in common. */
export interface Relation {
  isConnected: boolean;
  /** They are in one confirmed institution, author and learner of an item, or in the class that the text addresses. */
  isRelated: boolean;
  /** They are in one confirmed institution, or one of them teaches the class to which the text is addressed. */
  isUnlimited: boolean;
  /** The reader has written in the thread of the text, such as the post itself or a comment on it. */
  hasWritten: boolean;
  readerRole: Role;
  /** What the reader has chosen; null means the default of the role. */
  whoCanMention: Reach | null;
}

/**
 * Decides whether a notification may carry the text of one member to another: in a thread in which the reader has
 * written, else as the reader has chosen. It does not test blocks and mutes.
 */
export function mayReach({
  isConnected,
  isRelated,
  hasWritten,
  readerRole,
  whoCanMention,
}: Omit<Relation, 'isUnlimited'>): boolean {
  if (hasWritten) return true;
  const reach = whoCanMention ?? defaultPrivacy(readerRole).whoCanMention;
  return reach === 'everyone' || (reach === 'connections' && (isConnected || isRelated));
}
