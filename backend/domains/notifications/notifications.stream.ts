import type { EntityManager } from '@mikro-orm/postgresql';
import { recordEvent } from '../../facts.ts';

/**
 * Records for a person's stream that one of their notifications came or changed, or with null that several did or one
 * went; `isAlert` lets it be shown over what they do.
 */
export function recordNotification(
  tx: EntityManager,
  userId: string,
  { notificationId, isAlert = false }: { notificationId: string | null; isAlert?: boolean },
): void {
  recordEvent(tx, [userId], { kind: 'notification', payload: { notificationId, isAlert } });
}
