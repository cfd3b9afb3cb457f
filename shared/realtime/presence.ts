import type { PresenceState, PresenceView } from '../api/presence.ts';
import type { Push } from './contract.ts';

/**
 * Pushes of changed presence; also of the own presence when the user turns it on or off.
 */
export interface PresencePushes {
  presence: Push<PresenceView>;
}

/**
 * Intents of presence: the state of the user on this device. A connected device counts as online until it reports
 * another state.
 */
export interface PresenceIntents {
  presence: { state: Exclude<PresenceState, 'offline'> };
}
