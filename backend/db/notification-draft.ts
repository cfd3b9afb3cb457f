import type { TypedParams } from '#shared/api/notifications.ts';
import type { DomainEventMap, DomainEventName } from '../domain-events.ts';
import type { Reader } from './read.ts';

/** A notification for one recipient, before the recipient's settings are applied. */
export type NotificationDraft = TypedParams & {
  userId: string;
  /** The user who acted, if any. */
  actorId?: string;
  /** The record that it is about; without one it is about the account. */
  sourceType?: string;
  sourceId?: string;
  /** Notifications of one group are shown as one; without a group it is shown alone. */
  groupKey?: string;
  /** Identifies the event: a domain event that is published again creates no second notification. */
  dedupeKey: string;
  /** True while the recipient can still answer its request. */
  awaitsAnswer?: boolean;
};

/** What a domain event changes in the notifications of one user, or of all whom it concerns. */
export type NotificationChange =
  | ({ kind: 'notify' } & NotificationDraft)
  /** Sets what awaits the user's answer about a record as answered and read, and cancels its email. */
  | { kind: 'settle'; userId: string; sourceType: string; sourceId: string }
  /** Deletes the notifications of something that was undone, those of every recipient. */
  | { kind: 'withdraw'; dedupeKey: string }
  /**
   * Hides the notifications of something that was undone and can be done again: while they are stored, that shows them
   * again, as read, and notifies no one.
   */
  | { kind: 'retract'; dedupeKey: string }
  /** Removes the link to a deleted record. */
  | { kind: 'detach'; userId: string; sourceType: string; sourceId: string };

/**
 * A noun's part of the notifications: what follows from each of its domain events. Each function reads the records as
 * they are now, so that an outdated event changes nothing. One that notifies a class returns the changes in parts.
 */
export type NotificationRules = {
  [Name in DomainEventName]?: (
    reader: Reader,
    payload: DomainEventMap[Name],
  ) => AsyncIterable<NotificationChange[]> | Promise<NotificationChange[]> | NotificationChange[];
};

/**
 * Loads the titles of a noun's records by their ids, for the list of muted sources; deleted records and those that are
 * hidden from the viewer are absent.
 */
export type LoadTitles = (
  reader: Reader,
  viewerId: string,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, string>>;
