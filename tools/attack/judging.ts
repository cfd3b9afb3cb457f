import type { Canaries } from './canaries.ts';
import type { IdentityName } from './identities.ts';
import type { Call } from './recipes/call.ts';
import type { AttackResponse } from './request.ts';
import { describeChange, isAllowed, type Change } from './rows.ts';

/** What a victim learns of a success: a notification, which is counted for its author, and entries of the own log. */
const NEWS = ['notifications', 'stranger_counts', 'user_log_entries+', 'user_logs+', 'user_logs.last_seq'];

/** What a call is judged by. */
interface Evidence {
  identity: IdentityName;
  endpoint: string;
  call: Pick<Call, 'open' | 'changes'>;
  status: number;
  /** What the response contains of the victims although the identity must not read it. */
  leaks: readonly string[];
  /** Changes of the victims' rows. */
  changes: readonly Change[];
}

/** Returns what got through with a call, in words; nothing when it was refused or has shown and done what it may. */
export function judgeCall({ identity, endpoint, call, status, leaks, changes }: Evidence): string[] {
  const where = `${endpoint} as ${identity}`;
  const isOpen = call.open?.includes(identity) ?? false;
  const isSuccess = status >= 200 && status < 300;
  const findings = leaks.map((what) => `${where} returned ${what}`);
  if (status === 0) findings.push(`${where}: the connection was closed without a response`);
  if (status === 429) findings.push(`${where} was not tried: 429`);
  if (status >= 500) findings.push(`${where}: ${status}`);
  if (isSuccess && !isOpen) findings.push(`${where}: ${status} for what belongs to a victim`);
  const allowed = isSuccess && isOpen ? [...NEWS, ...(call.changes ?? [])] : [];
  for (const change of changes) if (!isAllowed(change, allowed)) findings.push(`${where}: ${describeChange(change)}`);
  return findings;
}

/** Returns what is wrong with a status that must be a refusal. */
export function judgeRefusal(where: string, status: number): string[] {
  return status >= 400 && status < 500 && status !== 429 ? [] : [`${where}: ${status}`];
}

/** Returns the hidden texts of a response that the request did not contain: an echo tells nothing. */
export function findLeaks(
  canaries: Canaries,
  { reader, call, response }: { reader: IdentityName; call: Call; response: AttackResponse },
): string[] {
  const sent = new Set(canaries.find(JSON.stringify(call), reader));
  return canaries.find(JSON.stringify(response.headers) + response.text, reader).filter((what) => !sent.has(what));
}
