import type { CloseBehaviour, DownloadRule } from '#shared/bridge/desktop.ts';
import type { CapturePolicy } from '#shared/bridge/media.ts';
import type { Policy } from './policy.ts';

/** How much of a message a notification shows: all, only the sender, or neither. */
export type NotificationPreview = 'full' | 'sender' | 'none';

/** What the institution's policy sets for everyday settings; null leaves a setting to the member. */
export interface ManagedValues {
  autoStart: boolean | null;
  /** True: a start at login opens no window; null: as for false, a member's own choice has none. */
  startHidden: boolean | null;
  closeBehaviour: CloseBehaviour | null;
  downloads: DownloadRule | null;
  notificationPreview: NotificationPreview;
}

/** The policy with its sources, for the diagnostics. */
export interface PolicyReport {
  /** The keys that are set, with their value and where it comes from. */
  entries: { key: string; value: string; source: string }[];
  /** Keys that were skipped, and why. */
  problems: string[];
}

/** Returns what the policy sets for everyday settings. */
export function managedValues({
  isManaged,
  isSet,
  current,
}: Pick<Policy, 'isManaged' | 'isSet' | 'current'>): ManagedValues {
  return {
    autoStart: isManaged('autoStart') ? current.autoStart : null,
    // Members cannot set these two, so that a recommendation decides as well.
    startHidden: isSet('startHidden') ? current.startHidden : null,
    closeBehaviour: isManaged('closeBehaviour') ? current.closeBehaviour : null,
    downloads: isManaged('downloads') && current.downloads === 'block' ? 'deny' : null,
    notificationPreview: current.notificationPreview,
  };
}

/** Returns the keys that are set and what was skipped, for the diagnostics. */
export function policyReport({ report }: Pick<Policy, 'report'>): PolicyReport {
  return {
    entries: report.keys
      .filter(({ source }) => source !== 'builtIn')
      .map(({ key, value, source }) => ({
        key,
        value: typeof value === 'string' ? value : JSON.stringify(value),
        source,
      })),
    problems: report.problems.map(
      ({ place, key, reason }) => `${key === null ? place : `${place}, ${key}`}: ${reason}`,
    ),
  };
}

/** Returns what the policy says of camera, microphone and screen. Without calls, pages capture nothing. */
export function capturePolicy({ current }: Pick<Policy, 'current'>): CapturePolicy {
  const { calls, camera, microphone, screenShare } = current;
  const rule = <Rule extends string>(value: Rule): Exclude<Rule, 'block'> | 'deny' =>
    value === 'block' || !calls ? 'deny' : (value as Exclude<Rule, 'block'>);
  return { camera: rule(camera), microphone: rule(microphone), screenShare: rule(screenShare) };
}
