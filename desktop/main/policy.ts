import type { ShellConfig } from './config.ts';
import { mergePolicy, type Policy } from './core/policy.ts';
import { readPolicyPlaces } from './platform/policy.ts';

/** Reads and merges the policy of this start. What is skipped is logged and never stops the start. */
export async function loadPolicy(parts: {
  config: ShellConfig;
  platform: NodeJS.Platform;
  warn: (message: string) => void;
}): Promise<Policy> {
  const { config, platform, warn } = parts;
  const { layers, problems } = await readPolicyPlaces({
    platform,
    systemRoot: config.systemRoot,
    policyDir: config.policyDir ?? '/etc/lyceum/policies',
    isOwnAllowed: config.policyDir !== null,
  });
  const policy = mergePolicy(layers, problems);
  for (const { place, key, reason } of policy.report.problems)
    warn(`Policy: ${key === null ? place : `${key} in ${place}`} was skipped. ${reason}`);
  return policy;
}
