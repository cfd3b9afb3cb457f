import type { DownloadRule, ManagedSetting } from '#shared/bridge/desktop.ts';
import type { CaptureDevice, CapturePolicy } from '#shared/bridge/media.ts';
import type { PolicyKey, PolicyValues } from '#shared/bridge/policy.ts';
import type { RememberedChoices } from './permissions.ts';
import type { Policy } from './policy.ts';

/** What the institution's policy sets for everyday settings; null leaves a setting to the member. */
export interface ManagedValues {
  /** True: a start at login opens no window; null: as for false, a member's own choice has none. */
  startHidden: boolean | null;
  downloads: DownloadRule | null;
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
    // Members cannot set it, so that a recommendation decides as well.
    startHidden: isSet('startHidden') ? current.startHidden : null,
    downloads: isManaged('downloads') && current.downloads === 'block' ? 'deny' : null,
  };
}

/** Returns a setting that the member can change unless the policy sets it; `own` is null while they have not. */
export function memberSetting<Key extends PolicyKey>(
  { choose, isManaged, isSet }: Pick<Policy, 'choose' | 'isManaged' | 'isSet'>,
  key: Key,
  own: PolicyValues[Key] | null,
): ManagedSetting<PolicyValues[Key]> {
  return {
    value: choose(key, own ?? undefined),
    isManaged: isManaged(key),
    isRecommended: own === null && isSet(key) && !isManaged(key),
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

/**
 * Returns what the policy says of camera, microphone and screen; members cannot change it. Without calls, pages capture
 * nothing.
 */
export function capturePolicy({ current, isManaged }: Pick<Policy, 'current' | 'isManaged'>): CapturePolicy {
  const rule = (key: 'camera' | 'microphone' | 'screenShare'): CapturePolicy['camera'] => {
    if (!current.calls) return 'deny';
    const value = isManaged(key) ? current[key] : 'ask';
    return value === 'block' ? 'deny' : value;
  };
  return { camera: rule('camera'), microphone: rule('microphone'), screenShare: rule('screenShare') };
}

/** Returns the choices that the policy recommends: they apply as if the member had made them, until they choose. */
export function recommendedChoices({ current, isManaged }: Pick<Policy, 'current' | 'isManaged'>): RememberedChoices {
  const choice = (device: CaptureDevice): RememberedChoices[CaptureDevice] => {
    if (isManaged(device) || current[device] === 'ask') return null;
    return current[device] === 'block' ? 'never' : 'always';
  };
  return { camera: choice('camera'), microphone: choice('microphone') };
}
