import type { PresenceView } from '../api/presence.ts';
import type { Push } from './contract.ts';

/**
 * Pushes of changed presence; also of the own presence when the user turns it on or off.
 */
export interface PresencePushes {
  presence: Push<PresenceView>;
}

/**
 * Intents of presence: the state of the user on this device. A connected device counts as online until it reports
 * another state. `online` means that the user sees the page: visible, in the window in front, with an input in the last
 * minute. `idle` means that they do not: others still see them online, but what arrives follows them by push and
 * email.
 */
export interface PresenceIntents {
  presence: { state: 'online' | 'idle' | 'away' };
}
