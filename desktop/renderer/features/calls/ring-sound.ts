import { readStored, writeStored } from '../../lib/storage/device-store.ts';

const KEY = 'call-ring-sound';

/** When this device plays a ringtone; `unless-quiet` is the same as `always` where the user cannot ask for quiet. */
export const RING_RULES = ['always', 'unless-quiet', 'never'] as const;
/** One of {@link RING_RULES}. */
export type RingRule = (typeof RING_RULES)[number];

let isQuiet = false;
const listeners = new Set<() => void>();

/** The user does not want to be disturbed, as they have chosen in the tray of the desktop client. */
export function setQuiet(next: boolean): void {
  isQuiet = next;
  for (const listener of listeners) listener();
}

/** Runs a listener when the user asks for quiet, or no longer does. Returns a function that removes it. */
export function followQuiet(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns when this device plays a ringtone; unless it is quiet until the user chooses. */
export function readRingRule(): RingRule {
  return RING_RULES.find((rule) => rule === readStored(KEY)) ?? 'unless-quiet';
}

/** Stores when this device plays a ringtone. */
export function storeRingRule(rule: RingRule): void {
  writeStored(KEY, rule);
}

/** Returns whether this device plays a ringtone for incoming calls now. */
export function isRingSoundOn(): boolean {
  const rule = readRingRule();
  return rule === 'always' || (rule === 'unless-quiet' && !isQuiet);
}
