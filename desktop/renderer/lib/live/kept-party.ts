import { keepInTab, takeFromTab } from '../storage/tab-store.ts';

const KEY = 'live:party';

interface KeptParty {
  userId: string;
  partyId: string;
}

/** Lets the next document of this tab connect as the same party. Returns false where that is impossible. */
export function keepParty(party: KeptParty): boolean {
  return keepInTab(KEY, JSON.stringify(party));
}

/** Returns the party id that the document before this one has kept for this user; undefined without one. */
export function takeParty(userId: string): string | undefined {
  const text = takeFromTab(KEY);
  if (text === null) return undefined;
  const kept = JSON.parse(text) as KeptParty;
  return kept.userId === userId ? kept.partyId : undefined;
}
