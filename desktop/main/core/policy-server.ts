import type { Policy } from './policy.ts';

/** Returns the server that the app uses: that of the policy, else the stored one while it is allowed, else null. */
export function serverOf({ current, isManaged }: Policy, stored: string | null): string | null {
  if (isManaged('serverUrl')) return current.serverUrl;
  const { allowedServers } = current;
  return stored === null || allowedServers.length === 0 || allowedServers.includes(stored) ? stored : null;
}

/** Returns the servers that can be chosen; empty for any. */
export function choosableServers({ current, isManaged }: Policy): readonly string[] {
  return isManaged('serverUrl') && current.serverUrl !== null ? [current.serverUrl] : current.allowedServers;
}

/** Returns the address that the first start suggests: of the policy, else of the environment; empty for none. */
export function suggestedServer({ current }: Policy, configured: string): string {
  return current.serverUrl ?? (configured === '' ? (current.allowedServers[0] ?? '') : configured);
}
