import { PRESENCE_LIMITS } from '#shared/limits.ts';

/** What the system reports about the member at this computer. */
export interface SystemActivity {
  /** Milliseconds since the last input in any program. */
  idleMs: number;
  isLocked: boolean;
  /** A window of the app has the focus. */
  isInFront: boolean;
}

/**
 * Returns the state of a member at this computer: online while they use the app, idle while they use only other
 * programs or have just left, then away. What arrives while they are idle or away follows by web push and email.
 */
export function presenceOf({ idleMs, isLocked, isInFront }: SystemActivity): 'online' | 'idle' | 'away' {
  if (isLocked || idleMs >= PRESENCE_LIMITS.idleMs) return 'away';
  return isInFront && idleMs < PRESENCE_LIMITS.seenMs ? 'online' : 'idle';
}
