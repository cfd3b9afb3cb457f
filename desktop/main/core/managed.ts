import type { CloseBehaviour, DownloadRule } from '#shared/bridge/desktop.ts';

/** How much of a message a notification shows: all, only the sender, or neither. */
export type NotificationPreview = 'full' | 'sender' | 'none';

/** What the institution's policy sets for everyday settings; null leaves a setting to the member. */
export interface ManagedValues {
  autoStart: boolean | null;
  /** True: a start at login opens no window; null: as for false, a member's own choice has none. */
  startHidden: boolean | null;
  closeBehaviour: CloseBehaviour | null;
  downloads: DownloadRule | null;
  notificationPreview: NotificationPreview | null;
}

/** The policy with its sources, for the diagnostics. */
export interface PolicyReport {
  /** The keys that are set, with their value and where it comes from. */
  entries: { key: string; value: string; source: string }[];
  /** Keys that were skipped, and why. */
  problems: string[];
}

/** A computer without a policy. */
export const UNMANAGED: ManagedValues = {
  autoStart: null,
  startHidden: null,
  closeBehaviour: null,
  downloads: null,
  notificationPreview: null,
};
