import type { ShellConfig } from './config.ts';
import { mergePolicy, type Policy, type PolicyLayer } from './core/policy.ts';
import { readPolicyPlaces, type PolicyRead } from './platform/policy.ts';

/** Reads the policy of this start from all places. Never throws. */
export function readPolicy({
  config,
  platform,
}: {
  config: ShellConfig;
  platform: NodeJS.Platform;
}): Promise<PolicyRead> {
  return readPolicyPlaces({
    platform,
    systemRoots: config.systemRoots,
    policyDir: config.policyDir ?? '/etc/lyceum/policies',
    isOwnAllowed: config.policyDir !== null,
  });
}

/**
 * Merges the policy of this start. What is skipped is logged and never stops the start. `wasShared` is whether the
 * computer was shared when the policy was last read: it stays shared when a place that could say so is not readable.
 */
export function openPolicy(
  { layers, problems, unread }: PolicyRead,
  { wasShared, warn }: { wasShared: boolean; warn: (message: string) => void },
): Policy {
  const remembered = unread.map((source): PolicyLayer => {
    return { source, place: 'the last start', values: { sharedComputer: true } };
  });
  const policy = mergePolicy(wasShared ? [...layers, ...remembered] : layers, problems);
  for (const { place, key, reason } of policy.report.problems)
    warn(`Policy: ${key === null ? place : `${key} in ${place}`} was skipped. ${reason}`);
  if (wasShared && unread.length > 0 && policy.current.sharedComputer)
    warn('Policy: the computer is treated as shared, as at the last start.');
  return policy;
}
