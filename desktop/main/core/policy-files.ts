import type { PolicyLayer, PolicyProblem } from './policy.ts';

/** Owner and permissions of a file or folder, as `lstat` returns them. */
export interface FileOwnership {
  uid: number;
  mode: number;
  isFile: boolean;
}

/** Bits of `mode` with which the group or others may write. */
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Returns why a policy file or its folder is refused; null when it may be used: one of the owners is its owner, no one
 * else can write to it, and a file is no link.
 */
export function refuseOwnership(
  { uid, mode, isFile }: FileOwnership,
  { owners, mustBeFile }: { owners: readonly number[]; mustBeFile: boolean },
): string | null {
  if (mustBeFile && !isFile) return 'This is not a regular file.';
  if (!owners.includes(uid)) return 'The owner is not root.';
  return (mode & WRITABLE_BY_OTHERS) === 0 ? null : 'Users other than the owner can write to it.';
}

/** Parses a policy file of Linux: one JSON object with keys and values. */
export function parsePolicyFile(text: string, at: Pick<PolicyLayer, 'source' | 'place'>): PolicyLayer | PolicyProblem {
  try {
    const values: unknown = JSON.parse(text);
    if (typeof values === 'object' && values !== null && !Array.isArray(values))
      return { ...at, values: values as Record<string, unknown> };
  } catch {
    // Reported below.
  }
  return { place: at.place, key: null, reason: 'This is not a JSON object.' };
}
