import type { PresenceState, PresenceView } from '../api/presence.ts';
import type { Push } from './contract.ts';

/**
 * Pushes of presence: someone came, went, or left their device alone; about oneself when the own switch was moved.
 */
export interface PresencePushes {
  presence: Push<PresenceView>;
}

/**
 * Intents of presence: what this device knows of its user. A connected device counts as online until it says otherwise.
 */
export interface PresenceIntents {
  presence: { state: Exclude<PresenceState, 'offline'> };
}
