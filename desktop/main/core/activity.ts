import { PRESENCE_LIMITS } from '#shared/limits.ts';

/** What the system reports about the member at this computer. */
export interface SystemActivity {
  /** Milliseconds since the last input in any program. */
  idleMs: number;
  isLocked: boolean;
}

/**
 * Returns the presence of a member at this computer: online while they use it in any program, since a notification of
 * the client reaches them. While they are away, the server sends web push and email.
 */
export function presenceOf({ idleMs, isLocked }: SystemActivity): 'online' | 'away' {
  return isLocked || idleMs >= PRESENCE_LIMITS.idleMs ? 'away' : 'online';
}
