import type { CallRoute } from '#shared/api/calls.ts';
import { isKeptInTab, keepInTab, takeFromTab } from '../../lib/storage/tab-store.ts';
import type { SentMedia } from './slice.ts';

const KEY = 'calls:call';

/** What the next document of a tab needs to come back into its call. The server sends the rest. */
export interface KeptCall {
  callId: string;
  /** Of the peer. */
  photo: string | null;
  route: CallRoute | null;
  media: SentMedia;
  /** How many documents the tab has had in this call. */
  returns: number;
}

/** Keeps the call of this document for the next one of the tab. Returns false where that is impossible. */
export function keepCall(call: KeptCall): boolean {
  return keepInTab(KEY, JSON.stringify(call));
}

/** Returns whether there is a call to come back into. */
export function hasKeptCall(): boolean {
  return isKeptInTab(KEY);
}

/** Returns the call that the document before this one had, once; null without one. */
export function takeKeptCall(): KeptCall | null {
  const text = takeFromTab(KEY);
  return text === null ? null : (JSON.parse(text) as KeptCall);
}
